import type { FormatName } from '../history.ts'
import { android } from './android.ts'
import type { TestFormat } from './format.ts'
import { json } from './json.ts'
import { po } from './po.ts'

export const TEST_FORMATS: Readonly<Record<FormatName, TestFormat>> = { json, po, android }
