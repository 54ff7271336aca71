/** The size of a value as JSON, in bytes. */
export const jsonByteLength = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))
