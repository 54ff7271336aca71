declare module 'gettext-parser' {
  interface GetTextTranslation {
    readonly msgctxt?: string
    readonly msgid: string
    readonly msgid_plural?: string
    readonly msgstr: readonly string[]
    readonly comments?: { readonly flag?: string; readonly extracted?: string; readonly reference?: string }
  }
  export const po: {
    parse(file: Buffer | string): {
      readonly headers: Readonly<Record<string, string>>
      readonly translations: Readonly<Record<string, Readonly<Record<string, GetTextTranslation>>>>
    }
  }
}
