// Exits with 0 if the server can read and write its store (GET /ready), otherwise with 1. The image has no curl.
import { get } from 'node:http'

const request = get({ host: '127.0.0.1', port: process.env.DRAGOMAN_PORT || 4050, path: '/ready' }, response => {
  process.exitCode = response.statusCode === 200 ? 0 : 1
  response.pipe(process.stdout)
})
request.on('error', error => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
