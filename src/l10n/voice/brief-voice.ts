import type { VoiceFields } from './voice.ts'

/** Characters of a free text that a packet repeats. */
const MOST = 300

/** A voice in at most two lines: how texts sound and for whom, then the guidelines; undefined when it says nothing. `rest` says where the whole is. */
export function briefVoice(voice: VoiceFields, rest: string): string | undefined {
  const { tone, formality, target_audience, guidelines, target_countries } = voice
  const parts = [
    tone === undefined ? [] : `Tone ${tone}.`,
    formality === undefined ? [] : `Formality ${formality.replace('_', ' ')}.`,
    target_audience === undefined ? [] : `For: ${shortened(target_audience)}.`,
    target_countries === undefined ? [] : `Countries: ${target_countries.slice(0, 20).join(', ')}.`,
  ].flat()
  const { description, cultural_notes } = voice
  const isCut = (guidelines?.length ?? 0) > MOST || description !== undefined || cultural_notes !== undefined
  const more = isCut ? [rest] : []
  const lines = [parts.join(' '), [guidelines === undefined ? [] : shortened(guidelines), more].flat(2).join(' ')]
  const told = lines.filter(line => line !== '')
  return told.length === 0 ? undefined : told.join('\n')
}

/** On one line, cut between words. */
function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= MOST) return line
  const cut = line.slice(0, MOST)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), MOST / 2)).replace(/[\uD800-\uDBFF]$/, '')} …`
}
