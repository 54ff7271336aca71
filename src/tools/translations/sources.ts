import type { Message } from '../../l10n/message/message.ts'
import { carrySources, findCarriedSource } from '../../l10n/translation/sources.ts'
import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { SourceVersion } from '../../store/records/localization.ts'
import { textSize } from '../../store/records/sizes.ts'
import type { Reader } from '../../store/store.ts'
import type { Batch } from './batch.ts'
import type { Entry } from './records.ts'

type Carrier = Pick<Entry, 'id' | 'src' | 'source' | 'sources'>

/** The source of an entry with this hash, from the entry or from the log; undefined when no branch ever listed it. */
export async function findSource(
  entry: Carrier,
  src: string,
  read: Pick<Reader, 'sources'>,
): Promise<Frozen<Message> | undefined> {
  return findCarriedSource(entry, src) ?? findLoggedSource(entry, src, read)
}

/** The entry with this source, which a branch without recent pushes may still have. For reading only: never store it. */
export async function withCarriedSource<E extends Carrier>(
  entry: E,
  src: string,
  read: Pick<Reader, 'sources'>,
): Promise<E> {
  if (findCarriedSource(entry, src) !== undefined) return entry
  const source = await findSource(entry, src, read)
  return source === undefined ? entry : { ...entry, sources: [...(entry.sources ?? []), { src, source }] }
}

/** The sources of an entry after `carrySources`. Those that it no longer carries go to the log, each once. */
export async function withSource(
  entry: Entry,
  source: Frozen<SourceVersion>,
  leads: boolean,
  { tx, at, newId, appended }: Pick<Batch, 'tx' | 'at' | 'newId' | 'appended'>,
): Promise<Pick<Entry, 'src' | 'source' | 'sources'>> {
  const { carried, dropped } = carrySources(entry, source, leads)
  for (const gone of dropped) {
    if ((await findLoggedSource(entry, gone.src, tx)) !== undefined) continue
    appended.bytes += textSize(gone.source)
    await tx.sources.append({ id: newId(), project_id: entry.project_id, entry_id: entry.id, ...gone, at })
  }
  return carried
}

async function findLoggedSource(
  { id }: Pick<Carrier, 'id'>,
  src: string,
  read: Pick<Reader, 'sources'>,
): Promise<Frozen<Message> | undefined> {
  const { items } = await read.sources.page('source', compoundKey(id, src), { limit: 1 })
  return items[0]?.source
}
