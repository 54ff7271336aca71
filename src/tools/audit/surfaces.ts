/** Where a request can arrive. */
export { AUDIT_SURFACES as SURFACES } from '../../store/records/audit-surfaces.ts'
