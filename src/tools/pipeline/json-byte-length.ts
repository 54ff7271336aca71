/** How many bytes a value takes in an answer. */
export const jsonByteLength = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))
