/** The content of a text area with a text: browsers drop its first line break. */
export const textAreaContent = (text: string): string => (/^\r?\n/.test(text) ? `\n${text}` : text)
