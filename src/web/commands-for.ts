import type { CommandLine } from '../errors.ts'
import type { Visit } from './visit.ts'

/** How commands are shown to this reader: only operators, and users of the machine itself, see its folders. */
export const commandsFor = ({ services, signedIn }: Pick<Visit, 'services' | 'signedIn'>): CommandLine =>
  signedIn?.user.operator === true ? services.commands.forOperators : services.commands.forEverybody
