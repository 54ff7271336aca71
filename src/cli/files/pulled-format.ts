import type { Format } from '../../l10n/formats/format.ts'
import { findFormatIds, firstFormat, formatById } from '../../l10n/formats/registry.ts'
import type { IncomingFile } from './pull-answer.ts'

/**
 * The format of a pulled file: that of its source in the repository, if that can be read. A translation may lack what tells formats apart, such as plurals.
 * @throws AppError `invalid_input` if no format matches
 */
export function findPulledFormat({ path, content, source: at }: IncomingFile, source: string | undefined): Format {
  const ofSource = at === undefined || source === undefined ? [] : findFormatIds(at, source)
  return formatById(firstFormat(path, ofSource.length > 0 ? ofSource : findFormatIds(path, content)))
}
