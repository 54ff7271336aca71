/** UTF-16 code units to segment at a time: the engine's cost per segment grows with the length of the text. */
const WINDOW = 200
/** Segments at the end of a window that the following text can change. */
const UNSURE = 3

/** Yields the segments of a text in order, in linear time. Words over 200 code units can be split. */
export function* segmentText(text: string, segmenter: Intl.Segmenter): Generator<Intl.SegmentData> {
  let start = 0
  while (start < text.length) {
    const segments = [...segmenter.segment(text.slice(start, start + WINDOW))]
    const isLast = start + WINDOW >= text.length
    const sure = isLast || segments.length <= UNSURE ? segments : segments.slice(0, -UNSURE)
    yield* sure
    start += sure.reduce((length, { segment }) => length + segment.length, 0)
  }
}
