import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../../src/lib/time/clock.ts'
import { until } from '../../../support/until.ts'
import { accountAt, letter, startMail } from '../rig.ts'
import { createScriptedImap, type ScriptedImap } from './scripted-imap.ts'

let imap: ScriptedImap
beforeEach(async () => {
  imap = await createScriptedImap()
})
afterEach(() => imap.close())

const ADDRESS = 'skein@house.test'
const account = () => accountAt({ ports: { host: '127.0.0.1', imap: imap.port, lmtp: 0, sasl: 0 } }, ADDRESS)

describe('a stop ends it at once', () => {
  // Nothing else would end it.
  const forever = { callMs: 2 ** 31 - 1 }

  test.each(['LOGIN', 'SELECT', 'UID SEARCH', 'UID FETCH'])('while %s is not answered', async (verb) => {
    const first = startMail([account()])
    await until(() => expect(first.channel.lastRoundTrip()).toBeDefined())
    await first.stop()
    imap.add(letter({ to: ADDRESS }))
    imap.plan = () => ({ fault: (turn) => turn.verb === verb || undefined })
    imap.commands.length = 0
    const rig = startMail([account()], forever, first.inbox)
    await until(() => expect(imap.commands.join('\n')).toContain(verb))
    await rig.stop()
    expect(rig.inbox.texts()).toEqual([])
  })

  test('while nobody greets, while nothing happens, and while it waits to try again', async () => {
    imap.plan = () => ({ greeting: '' })
    const ungreeted = startMail([account()], forever)
    await until(() => expect(imap.connections()).toBe(1))
    await ungreeted.stop()
    imap.plan = () => ({})
    const idle = startMail([account()], forever)
    await until(() => expect(imap.commands).toContain('IDLE'))
    await idle.stop()
    imap.plan = () => ({
      fault: ({ verb, tag, write }) => (verb === 'LOGIN' ? (write(`${tag} NO wrong\r\n`), true) : undefined),
    })
    const refused = startMail([account()])
    await until(() => expect(imap.connections()).toBe(3))
    const before = systemClock.mono()
    // A loop that rests is alive.
    await until(() => expect(refused.channel.lastAttempt()).toBeGreaterThan(before))
    await refused.stop()
  })
})

test('with OAuth2 a refused token is not shown again', async () => {
  let tokens = 0
  const service = createServer((_request, response) => {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ access_token: `token-${++tokens}` }))
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  onTestFinished(() => void service.close())
  const tokenUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}/token`
  const shown: string[] = []
  imap.plan = (connection) => ({
    fault({ verb, args, tag, write }) {
      if (verb === 'CAPABILITY') {
        write(`* CAPABILITY IMAP4rev1 IDLE SASL-IR AUTH=XOAUTH2
${tag} OK done
`)
        return true
      }
      if (verb !== 'AUTHENTICATE') return undefined
      shown.push(
        Buffer.from(args.split(' ')[1] ?? '', 'base64')
          .toString()
          .split('\x01')[1] ?? '',
      )
      write(connection === 0 ? `${tag} NO [AUTHENTICATIONFAILED] expired\r\n` : `${tag} OK welcome\r\n`)
      return true
    },
  })
  const login = { kind: 'oauth2', user: ADDRESS, clientId: 'me', refreshToken: 'r', tokenUrl } as const
  const rig = startMail([{ ...account(), login }], { secondMs: 5 })
  await until(() => expect(rig.channel.lastRoundTrip()).toBeDefined())
  expect(shown).toEqual(['auth=Bearer token-1', 'auth=Bearer token-2'])
})
