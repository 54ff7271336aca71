import type { History, Policy, Step, StepName } from './history.ts'

const play = (
  format: History['format'],
  pushes: History['pushes'],
  [review, exported, stale]: readonly [Policy['review'], Policy['export'], Policy['stale']],
  steps: readonly (readonly [StepName, on: number, at: number, to: number, later?: true])[],
): History => ({
  format,
  pushes,
  policy: { review, export: exported, stale },
  steps: steps.map(([name, on, at, to, later = false]): Step => ({ do: name, on, at, to, later })),
})

/** Histories that failed once, with what they have in common with others. */
export const REPLAYED: readonly History[] = [
  // A copy that was made before there was any text.
  play(
    'android',
    'each reversed',
    ['none', 'translated', 'omit'],
    [
      ['split', 573, 801, 334, true],
      ['section', 837, 727, 551],
      ['import', 86, 739, 255],
      ['move', 957, 845, 686],
    ],
  ),
  // A string that only its branch renamed moves.
  play(
    'android',
    'each reversed',
    ['none', 'translated', 'keep'],
    [
      ['branch', 529, 96, 9, true],
      ['translate', 660, 998, 3],
      ['rename', 505, 446, 147],
      ['split', 39, 914, 533],
    ],
  ),
  // A merge brings another key and another file, the new file first.
  play(
    'android',
    'each reversed',
    ['required', 'approved', 'omit'],
    [
      ['translate', 118, 505, 127],
      ['branch', 5, 6, 52, true],
      ['branch', 990, 1, 998, true],
      ['drop', 998, 993, 867],
      ['move', 656, 945, 151],
      ['rename', 2, 995, 7],
      ['approve', 6, 998, 3],
      ['merge', 305, 514, 2],
    ],
  ),
  // A dropped string with the source of one that moves.
  play(
    'android',
    'each reversed',
    ['required', 'translated', 'keep'],
    [
      ['translate', 508, 265, 77, true],
      ['rename', 56, 135, 957],
      ['import', 225, 822, 573],
      ['section', 703, 900, 884],
      ['branch', 172, 785, 860],
      ['translate', 315, 747, 78],
      ['branch', 17, 578, 994],
      ['translate', 118, 616, 698],
      ['approve', 822, 659, 499, true],
      ['addEqual', 750, 258, 178],
      ['translate', 747, 201, 186],
      ['drop', 189, 171, 612],
      ['split', 351, 626, 314],
    ],
  ),
  // A dropped string takes the place of a later one, in one push.
  play(
    'json',
    'whole',
    ['none', 'approved', 'omit'],
    [
      ['translate', 5, 4, 0],
      ['addEqual', 991, 8, 5],
      ['addEqual', 693, 994, 771],
      ['add', 796, 993, 991],
      ['drop', 732, 234, 992],
      ['translate', 966, 122, 1],
      ['approve', 1, 992, 490],
    ],
  ),
  // An obsolete entry whose string has another source on main.
  play(
    'po',
    'whole',
    ['required', 'translated', 'omit'],
    [
      ['add', 994, 7, 8],
      ['drop', 81, 722, 567],
      ['drop', 5, 547, 990],
      ['import', 7, 67, 3],
      ['branch', 3, 5, 8],
      ['reuse', 2, 2, 914],
      ['add', 159, 821, 3],
      ['section', 5, 995, 58, true],
      ['move', 5, 248, 593],
      ['editEqual', 464, 344, 0],
    ],
  ),
]
