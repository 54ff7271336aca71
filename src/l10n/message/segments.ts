/** Units of a text that are segmented at a time: what the engine needs for one segment grows with the text that it is in. */
const WINDOW = 200
/** Segments at the end of a window that the text behind it may still change. */
const UNSURE = 3

/** The segments of a text in order, in time that grows with its length alone. Words over 200 units long may come in parts. */
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
