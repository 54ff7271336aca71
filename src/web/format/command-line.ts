import type { CommandFormatter } from '../../errors.ts'
import type { Visit } from '../requests/visit.ts'

/** How commands are shown to this reader: only operators, and users of the machine itself, see its folders. */
export const getCommandLine = ({ services, signedIn }: Pick<Visit, 'services' | 'signedIn'>): CommandFormatter =>
  signedIn?.user.operator === true ? services.commands.forOperators : services.commands.forEverybody
