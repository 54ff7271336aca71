/** Whether this is the nightly run, which has the time to try everything (CONTRIBUTING.md). */
export const isNightly = process.env['DRAGOMAN_NIGHTLY'] !== undefined

/** Cases that repeat a proof of the day. */
export const atNight = <T>(cases: readonly T[]): readonly T[] => (isNightly ? cases : [])

/** How often a property is tried: as given in every run, twenty times as often in the nightly one. */
export const runs = (ordinary: number): number => ordinary * (isNightly ? 20 : 1)

const given = process.env['DRAGOMAN_TEST_PROCESSES']
/** How many processes serve in the tests of clients; undefined: the process of the test. */
export const processCount = given === undefined ? undefined : Number(given)
