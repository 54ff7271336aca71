import { PUBLISHED_NAME, VERSION } from '../../src/package-root.ts'

const FILE = `dragoman-${VERSION}.tgz`

/** What `npm install` takes: the published package, or the file that `npm pack` writes. Without the dot, it would be a repository of GitHub. */
const SOURCE = PUBLISHED_NAME === undefined ? `./tools/${FILE}` : `${PUBLISHED_NAME}@${VERSION}`

/** How jobs get the program. */
export const describePackage = (): string =>
  PUBLISHED_NAME === undefined
    ? `No registry has the package yet. In a checkout of Dragoman, \`npm ci && npm pack\` writes \`${FILE}\`, which needs nothing but Node.js.
Commit the file to your repository, such as below \`tools\`, or put it where your jobs can download it.`
    : `The package is \`${PUBLISHED_NAME}\`. \`npm install --global ${SOURCE}\` installs this version.`

/** Names the package in the files for continuous integration. In the action, a published package is the default. */
export function fillPackage(text: string): string {
  const byDefault = PUBLISHED_NAME === undefined ? "''" : SOURCE
  return text
    .replace(/^( *(?:PACKAGE|package): )\S+$/gm, `$1${SOURCE}`)
    .replace(/^( {2}package:\n {4}description: .*\n {4}default: ).*$/m, `$1${byDefault}`)
}
