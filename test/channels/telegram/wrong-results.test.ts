import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NoAnswerError } from '../../../src/channels/shared/http-client.ts'
import { createTelegramApi, type TelegramApi } from '../../../src/channels/telegram/wire/api.ts'
import { createCommandMenus } from '../../../src/channels/telegram/wire/command-menus.ts'

// What a server of one's own, or something that stands before it, may answer instead of what the method has.
const wrong: unknown[] = [true, 0, '', 'OK', [], [null], [{ command: 1 }], {}, { message_id: 'x' }, { id: null }]

let result: unknown
const server = createServer((_, response) => response.end(JSON.stringify({ ok: true, result })))
let api: TelegramApi
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  api = createTelegramApi({ apiRoot: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: '1:a' })
})
afterAll(() => {
  api.close()
  server.close()
})

test.each(wrong)('a result %j that is not of the method is an answer that could not be read', async (given) => {
  result = given
  for (const call of [
    api.methods.getMe(),
    api.methods.sendMessage({ chat_id: 1, text: 'hello' }),
    api.methods.getChat({ chat_id: 1 }),
    api.upload(
      'sendDocument',
      {},
      { field: 'document', content: new Blob(['x']), name: 'x' },
      AbortSignal.timeout(9000),
    ),
  ])
    await expect(call).rejects.toThrow(NoAnswerError)
})

test.each(wrong.filter((given) => !Array.isArray(given) || given.length > 0))(
  'a menu that reads %j is reported and sets nothing',
  async (given) => {
    result = given
    const menus = createCommandMenus({
      api,
      menus: () => [{ commands: [{ name: 'help', summary: 'Help' }] }],
      owners: () => [],
      signal: AbortSignal.timeout(9000),
      onFailure() {},
    })
    await expect(menus.register()).rejects.toThrow(NoAnswerError)
  },
)
