import { createServer } from 'node:http'
import express from 'express'
import { TOKENS } from './answers.ts'
import { listen, report } from './peer.ts'

/** Express with its JSON parser, answering the REST listing without any check. */
const app = express()
app.use(express.json())
app.get('/api/tokens', (_request, response) => {
  response.json(TOKENS)
})

report({ port: await listen(createServer(app)), path: '/api/tokens' })
