import type { CommandFormatter } from '../../errors.ts'
import type { PageRequest } from '../requests/page-request.ts'

/** Returns the command format for this reader. Only operators, and readers of a server that only local users can reach, see folders of the machine. */
export const getCommandLine = ({ services, signedIn }: Pick<PageRequest, 'services' | 'signedIn'>): CommandFormatter =>
  signedIn?.user.operator === true ? services.commands.forOperators : services.commands.forEverybody
