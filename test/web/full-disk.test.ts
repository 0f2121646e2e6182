import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { NotStoredError } from '../../src/domain/errors.ts'
import { createFileStore } from '../../src/store/files/file-store.ts'
import { createUploads, type UploadsDeps } from '../../src/web/server/uploads.ts'
import { canMount, createTmpfs } from '../peers/machine/tmpfs.ts'
import { pageHeaders, signIn } from './http.ts'
import { createWorld } from './world.ts'

const world = createWorld()
afterAll(() => world.close())

/** Everything the sender of a file hears. One that is cut off while it sends may hear of that, and not of the answer. */
async function send(content: Buffer, deps: Pick<UploadsDeps, 'fileStore' | 'assertDiskNotFull'>): Promise<string[]> {
  const { db, clock } = world
  const { port, ...server } = await world.serve({
    uploads: createUploads({ db, clock, ...deps }),
  })
  const { cookie } = await signIn({ port, ...server })
  const length = { 'content-length': String(content.length) }
  const headers = pageHeaders(port, { cookie, 'content-type': 'application/octet-stream', ...length })
  const to = { host: '127.0.0.1', port, method: 'POST', path: '/api/files?name=a', headers, agent: false as const }
  const heard: string[] = []
  await new Promise<void>((resolve) => {
    const asked = request(to, (response) => {
      heard.push(String(response.statusCode))
      response.on('data', (bytes: Buffer) => heard.push(bytes.toString()))
    })
    asked.on('error', (error) => heard.push(error.message))
    asked.on('close', resolve)
    asked.end(content)
  })
  return heard
}

test('an upload is refused in words while the disk has no room', async () => {
  const assertDiskNotFull = () => {
    throw new NotStoredError('The disk is full.')
  }
  const heard = await send(randomBytes(20_000_000), { fileStore: world.fileStore, assertDiskNotFull })
  expect(heard).toEqual(['507', '{"error":"The disk is full."}'])
})

test.skipIf(!canMount())('an upload that fills the disk is refused in words, and nothing of it is left', async () => {
  const disk = createTmpfs(4)
  onTestFinished(disk.remove)
  const fileStore = createFileStore(join(disk.dir, 'files'))
  const heard = await send(randomBytes(20_000_000), { fileStore, assertDiskNotFull: () => {} })
  expect(heard).toEqual(['507', expect.stringContaining('Free some space')])
  expect(readdirSync(join(disk.dir, 'files/incoming'))).toEqual([])
})
