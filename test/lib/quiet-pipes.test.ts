import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { ignoreClosedPipes } from '../../src/lib/process-start.ts'

test('a reader that left is no failure, a full disk is one', () => {
  const stream = new PassThrough()
  ignoreClosedPipes([stream])
  stream.emit('error', Object.assign(new Error('gone'), { code: 'EPIPE' }))
  expect(() => stream.emit('error', Object.assign(new Error('full'), { code: 'ENOSPC' }))).toThrow('full')
})
