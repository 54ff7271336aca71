import { AppError } from '../../errors.ts'
import { formatApprovalCall, type UnapprovedPath } from '../files/rules/approvals.ts'

/** Creates the error for target paths that no administrator approved, for callers who cannot approve them with this call. */
export function approvalRequiredError(places: readonly [UnapprovedPath, ...UnapprovedPath[]]): AppError {
  const [{ rule, locale, path, why, fix }] = places
  const others = places.length === 1 ? '' : ` ${places.length - 1} more paths need it, too.`
  return new AppError(
    'forbidden',
    `An administrator must approve ${JSON.stringify(path.slice(0, 80))} (${locale}). ${why}${others}`,
    { fix: `${fix} Or ask an administrator to set the rule: ${formatApprovalCall(rule)}.` },
  )
}
