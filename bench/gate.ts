import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

/**
 * Measures `dragoman check` as a whole process of the built program: `npm run bench:gate`. Each repository has 10,000 translations in 10 locales.
 * `--program` names the program to measure; default: `dist/main.js`. `--quick` proves that everything runs, not how fast.
 */
const { values: options } = parseArgs({ options: { quick: { type: 'boolean' }, program: { type: 'string' } } })
const program = resolve(options.program ?? 'dist/main.js')
const isQuick = options.quick === true
const STRINGS = isQuick ? 20 : 1_000
const ROUNDS = isQuick ? 1 : 7
const TARGET_MS = 1_000

const LOCALES = ['ar', 'cs', 'de', 'es', 'fr', 'ja', 'nl', 'pl', 'pt-BR', 'ru']
/** Words of each locale, so that its checks read its script. */
const WORDS: Readonly<Record<string, string>> = {
  en: 'open save close file folder window change delete all account message page',
  ar: 'فتح حفظ إغلاق ملف مجلد نافذة تغيير حذف الكل حساب رسالة صفحة',
  cs: 'otevřít uložit zavřít soubor složka okno změnit smazat vše účet zpráva stránka',
  de: 'öffnen sichern schließen Datei Ordner Fenster ändern löschen alle Konto Nachricht Seite',
  es: 'abrir guardar cerrar archivo carpeta ventana cambiar borrar todo cuenta mensaje página',
  fr: 'ouvrir enregistrer fermer fichier dossier fenêtre changer supprimer tout compte message page',
  ja: '開く 保存 閉じる ファイル フォルダ ウィンドウ 変更 削除 すべて アカウント メッセージ ページ',
  nl: 'openen bewaren sluiten bestand map venster wijzigen wissen alles account bericht pagina',
  pl: 'otwórz zapisz zamknij plik folder okno zmień usuń wszystko konto wiadomość strona',
  'pt-BR': 'abrir salvar fechar arquivo pasta janela mudar excluir tudo conta mensagem página',
  ru: 'открыть сохранить закрыть файл папка окно изменить удалить все аккаунт сообщение страница',
}

type Writer = (strings: ReadonlyMap<string, string>) => string

interface Layout {
  readonly name: string
  readonly source: string
  readonly target: (locale: string) => string
  readonly placeholder: string
  readonly write: Writer
}

const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll("'", "\\'")

const LAYOUTS: readonly Layout[] = [
  {
    name: 'JSON',
    source: 'locales/en.json',
    target: locale => `locales/${locale}.json`,
    placeholder: '{name}',
    write: strings => JSON.stringify(Object.fromEntries(strings), null, 2),
  },
  {
    name: 'properties',
    source: 'messages.properties',
    target: locale => `messages_${locale.replace('-', '_')}.properties`,
    placeholder: '{0}',
    write: strings => [...strings].map(([key, text]) => `${key}=${text}\n`).join(''),
  },
  {
    name: 'Android',
    source: 'res/values/strings.xml',
    target: locale => `res/values-${locale.replace('-', '-r')}/strings.xml`,
    placeholder: '%1$s',
    write: strings =>
      `<resources>\n${[...strings].map(([key, text]) => `  <string name="${key}">${xml(text)}</string>\n`).join('')}</resources>\n`,
  },
]

/** Two to nine words, every fourth string with a placeholder; the same numbers give the same text. */
function writeText(locale: string, at: number, placeholder: string): string {
  const words = (WORDS[locale] ?? '').split(' ')
  const picked = Array.from({ length: 2 + (at % 8) }, (_, place) => words[(at * 7 + place * 5) % words.length] ?? '')
  const text = `${picked.join(' ')} ${at % 4 === 0 ? `${placeholder} ` : ''}${at}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function createRepository(folder: string, { source, target, placeholder, write }: Layout): void {
  const save = (path: string, content: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  const textsOf = (locale: string): ReadonlyMap<string, string> =>
    new Map(Array.from({ length: STRINGS }, (_, at) => [`page.text_${at}`, writeText(locale, at, placeholder)]))
  save(
    'dragoman.json',
    JSON.stringify({ project: 'acme/app', source_locale: 'en', target_locales: LOCALES, files: [{ source }] }),
  )
  save(source, write(textsOf('en')))
  for (const locale of LOCALES) save(target(locale), write(textsOf(locale)))
}

interface Run {
  /** The whole process, from its start to its end. */
  readonly ms: number
  /** Processor time of its threads. */
  readonly cpuMs: number
  readonly megabytes: number
}

/** Makes a process print its usage when it ends. */
const USAGE = `data:text/javascript,process.on('exit',()=>{const u=process.resourceUsage();process.stderr.write('\\nusage '+(u.userCPUTime+u.systemCPUTime)+' '+u.maxRSS)})`

function runCommand(args: readonly string[], cwd: string): Run {
  const begun = performance.now()
  const child = spawnSync(process.execPath, ['--import', USAGE, program, ...args], { cwd, encoding: 'utf8' })
  const ms = performance.now() - begun
  const [, cpu, memory] = /usage (\d+) (\d+)$/.exec(child.stderr) ?? []
  if ((child.status !== 0 && child.status !== 1) || cpu === undefined)
    throw new Error(`dragoman ${args.join(' ')} ended with ${child.status}: ${child.stderr}`)
  return { ms, cpuMs: Number(cpu) / 1000, megabytes: Number(memory) / 1024 }
}

/** The fastest run: other programs use the processor, too. */
function measure(args: readonly string[], cwd: string): Run {
  const runs = Array.from({ length: ROUNDS }, () => runCommand(args, cwd))
  return {
    ms: Math.min(...runs.map(({ ms }) => ms)),
    cpuMs: Math.min(...runs.map(({ cpuMs }) => cpuMs)),
    megabytes: Math.max(...runs.map(({ megabytes }) => megabytes)),
  }
}

const line = (name: string, ...cells: readonly string[]): string =>
  name.padEnd(34) + cells.map(cell => cell.padStart(12)).join('')

const print = (name: string, { ms, cpuMs, megabytes }: Run, goal: number | undefined): void => {
  const mark = goal !== undefined && !isQuick && ms > goal ? '  above the target' : ''
  console.log(line(name, ms.toFixed(0), cpuMs.toFixed(0), megabytes.toFixed(0)) + mark)
}

const folder = mkdtempSync(join(tmpdir(), 'dragoman-bench-gate-'))
try {
  const [load = 0] = loadavg()
  console.log(
    `machine: ${cpus().length} cores, load average ${load.toFixed(1)} (above 0.5, take times for too long); Node.js ${process.version}`,
  )
  const count = STRINGS * LOCALES.length
  console.log(
    `\n${count.toLocaleString('en')} translations in ${LOCALES.length} locales; the fastest of ${ROUNDS} runs`,
  )
  console.log(line('', 'ms', 'CPU ms', 'MB'))
  print('dragoman --version', measure(['--version'], folder), undefined)
  for (const layout of LAYOUTS) {
    const place = join(folder, layout.name)
    createRepository(place, layout)
    print(`dragoman check, ${layout.name}`, measure(['check'], place), TARGET_MS)
  }
} finally {
  rmSync(folder, { recursive: true })
}
