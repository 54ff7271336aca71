import { compoundKey } from '../../../src/store/records/define.ts'
import type { TestApp } from '../../http/test-app.ts'
import { found } from '../../tools/loop.ts'

type Caller = Awaited<ReturnType<TestApp['world']['user']>>

const INVOICE = {
  greeting: 'Hi {first_name},',
  due: 'Your invoice {number} of {amount} is due on {date}.',
  ignore: 'If you already paid, you can ignore this email.',
  help: 'Reply to this email if you need help.',
}
const TRIAL = { subject: 'Your trial ends on {date}', choose: 'Choose a plan and keep everything you built.' }
const FORMS = { files_one: '{{count}} file is waiting.', files_other: '{{count}} files are waiting.' }

const FORMAL = {
  greeting: 'Guten Tag {first_name},',
  due: 'Ihre Rechnung {number} über {amount} ist am {date} fällig.',
  ignore: 'Falls Sie bereits bezahlt haben, können Sie diese E-Mail ignorieren.',
  subject: 'Ihre Testphase endet am {date}',
  choose: 'Wählen Sie einen Tarif und behalten Sie alles, was Sie aufgebaut haben.',
}
const INFORMAL = {
  greeting: 'Hallo {first_name},',
  due: 'Deine Rechnung {number} über {amount} ist am {date} fällig.',
  ignore: 'Falls du bereits bezahlt hast, kannst du diese E-Mail ignorieren.',
  help: 'Antworte auf diese E-Mail, wenn du Hilfe brauchst.',
  subject: 'Deine Testphase endet am {date}',
  choose: 'Wähle einen Tarif und behalte alles, was du aufgebaut hast.',
}
export const NOTE =
  'Use informal address in billing emails\nThe voice asks for “du”. I changed pronouns, imperatives and possessives.'

/** A project with two batches of German translations: formal ones, and informal ones in their place. */
export interface ChangeScene {
  readonly project: string
  /** The batches, oldest first. */
  readonly formal: string
  readonly informal: string
  /** Submits translations by key, as an agent of this user. Returns the batch. */
  readonly submit: (by: Caller, texts: Readonly<Record<string, unknown>>, note?: string) => Promise<string>
}

export async function openChanges(
  { world, services }: TestApp,
  by: Caller,
  project: string,
  files: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'emails/billing/invoice.json': INVOICE,
    'emails/billing/trial-ending.json': TRIAL,
    'locales/en.json': FORMS,
  },
): Promise<ChangeScene> {
  await by.call('create_project', { project, source_locale: 'en', target_locales: ['de', 'ar'] })
  await by.call('push_source', {
    project,
    files: Object.entries(files).map(([path, strings]) => ({ path, content: JSON.stringify(strings) })),
  })
  const { read } = services.store
  const [handle = '', slug = ''] = project.split('/')
  const submit: ChangeScene['submit'] = async (writer, texts, note) => {
    world.pass(60_000)
    const account = found(await read.accounts.by('handle', handle))
    const { id } = found(await read.projects.by('name', compoundKey(account.id, slug)))
    const items = []
    for (const [key, text] of Object.entries(texts)) {
      const { short, src, id: entry } = found((await read.entries.list('key', compoundKey(id, key))).at(-1))
      const { rev = 0 } = (await read.translations.by('unit', compoundKey(entry, 'de'))) ?? {}
      const value = typeof text === 'string' ? { text } : { forms: text }
      items.push({ id: short, src, ...value, ...(rev > 0 && { rev }) })
    }
    await writer.call('submit_translations', { project, locale: 'de', items, ...(note !== undefined && { note }) })
    return found((await read.batches.page('project', id, { limit: 1 })).items[0]).id
  }
  if (!('emails/billing/invoice.json' in files)) return { project, formal: '', informal: '', submit }
  const formal = await submit(by, FORMAL)
  return { project, formal, informal: await submit(by, INFORMAL, NOTE), submit }
}
