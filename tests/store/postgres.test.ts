import { describeWith } from '../require.ts'
import { storeContract } from './contract.ts'
import { databaseOpening } from './postgres/opening.ts'

describeWith('postgres', 'the PostgreSQL engine', () => {
  storeContract(databaseOpening(), 0.1)
})
