/** How often a property is tried: as given in every run, twenty times as often in the nightly one. */
export const runs = (ordinary: number): number => ordinary * (process.env['DRAGOMAN_NIGHTLY'] === undefined ? 1 : 20)
