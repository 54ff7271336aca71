import type { VoiceFields } from './voice.ts'

/** Maximum UTF-16 code units of a free-text field in a work packet. */
const MAX_UNITS = 300

/** Summarizes a voice in at most two lines: tone and audience, then the guidelines; undefined if it is empty. `rest` is the reference to the full voice. */
export function summarizeVoice(voice: VoiceFields, rest: string): string | undefined {
  const { tone, formality, target_audience, guidelines, target_countries } = voice
  const parts = [
    tone === undefined ? [] : `Tone ${tone}.`,
    formality === undefined ? [] : `Formality ${formality.replace('_', ' ')}.`,
    target_audience === undefined ? [] : `For: ${shortenText(target_audience)}.`,
    target_countries === undefined ? [] : `Countries: ${target_countries.slice(0, 20).join(', ')}.`,
  ].flat()
  const { description, cultural_notes } = voice
  const isCut = (guidelines?.length ?? 0) > MAX_UNITS || description !== undefined || cultural_notes !== undefined
  const more = isCut ? [rest] : []
  const lines = [parts.join(' '), [guidelines === undefined ? [] : shortenText(guidelines), more].flat(2).join(' ')]
  const written = lines.filter(line => line !== '')
  return written.length === 0 ? undefined : written.join('\n')
}

/** Shortens a text to one line, cut between words. */
function shortenText(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= MAX_UNITS) return line
  const cut = line.slice(0, MAX_UNITS)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), MAX_UNITS / 2)).replace(/[\uD800-\uDBFF]$/, '')} …`
}
