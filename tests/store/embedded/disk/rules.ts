import type { Call } from './recorder.ts'

/** What a power loss could remove although it was acknowledged; empty when every call waited for the ones it depends on. */
export const broken = (calls: readonly Call[]): readonly string[] =>
  calls.flatMap(call => RULES[call.what]?.(call, calls) ?? [])

type Rule = (call: Call, calls: readonly Call[]) => readonly string[]

/** A transaction is acknowledged when the line of the journal or the file that has it is on the disk, and the name of that file. */
function acknowledged(mark: Call, calls: readonly Call[]): readonly string[] {
  const [, id = ''] = /^acknowledged (.+)$/.exec(mark.line) ?? []
  const write = calls.find(
    ({ what, path, bytes }) => what === 'write' && /journal|transaction/.test(path) && bytes?.includes(id),
  )
  if (write === undefined) return [`${mark.line}: it is in no journal`]
  return [
    ...(isOnDisk(write, mark, calls) ? [] : [`${mark.line}: its line is not on the disk`]),
    ...(hasName(write.path, mark, calls) ? [] : [`${mark.line}: the name of ${write.path} is not on the disk`]),
  ]
}

/** A manifest counts by its rename: it and each file that it names are on the disk before. */
function renamed(rename: Call, calls: readonly Call[]): readonly string[] {
  const manifest = calls.findLast(
    ({ what, path, start }) => what === 'write' && path === rename.path && start < rename.start,
  )
  const named = [...(manifest?.bytes ?? '').matchAll(/"file": "([^"]+)"/g)].map(([, file]) => file ?? '')
  return calls
    .filter(
      ({ what, path, start }) => what === 'write' && start < rename.start && isOneOf(path, [rename.path, ...named]),
    )
    .filter(write => !isOnDisk(write, rename, calls))
    .map(write => `${rename.line}: ${write.path} is not on the disk`)
}

/** The files of the previous manifest are removed when no crash can restore that manifest. */
function removed(unlink: Call, calls: readonly Call[]): readonly string[] {
  const rename = calls.findLast(({ what, start }) => what === 'rename' && start < unlink.start)
  if (rename === undefined) return [`${unlink.line}: no manifest was put in place before`]
  return syncedAfter(rename, unlink, 'store', calls) ? [] : [`${unlink.line}: the new manifest is not on the disk`]
}

const RULES: Partial<Record<Call['what'], Rule>> = { mark: acknowledged, rename: renamed, unlink: removed }

const isOneOf = (path: string, names: readonly string[]): boolean =>
  names.some(name => path === name || path.endsWith(`/${name}`))

const isOnDisk = (write: Call, moment: Call, calls: readonly Call[]): boolean =>
  write.isSynced === true ? endedBefore(write, moment) : syncedAfter(write, moment, write.path, calls)

function hasName(path: string, moment: Call, calls: readonly Call[]): boolean {
  const opened = calls.find(call => call.what === 'open' && call.path === path)
  return opened === undefined || syncedAfter(opened, moment, path.slice(0, path.lastIndexOf('/')), calls)
}

/** Whether a sync began when `change` had ended, and ended before `moment` began. */
const syncedAfter = (change: Call, moment: Call, path: string, calls: readonly Call[]): boolean =>
  endedBefore(change, moment) &&
  calls.some(
    call => call.what === 'sync' && call.path === path && endedBefore(change, call) && endedBefore(call, moment),
  )

const endedBefore = (one: Call, other: Call): boolean => one.end !== undefined && one.end < other.start
