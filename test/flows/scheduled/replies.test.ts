import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Build, createBuild } from '../../peers/build.ts'
import { hasDovecot } from '../../peers/mail/dovecot.ts'
import { type Reply, startMessagesApi } from '../../peers/messages-api.ts'
import { findRealClaude } from '../../spawner/claude/real-cli.ts'
import { fakeClaude } from '../../spawner/claude/rig.ts'
import { isLong } from '../../support/sizes.ts'
import { closeAll, fillChat, sourcesIn, tellMore, toldIn, wordsOf } from './briefed-chat.ts'
import { venues } from './venues.ts'

const claude = findRealClaude()
const REPLIED = 250
const numbers = Array.from({ length: 40 }, (_, n) => n)

/** What the model is shown is the same on every channel: the CLI itself asks for it on one of them. */
function standIn(): string {
  const dir = mkdtempSync(join(tmpdir(), 'skein-replies-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  return fakeClaude(dir, 'asks its service')
}

let build: Build
beforeAll(() => {
  build = createBuild()
})

describe.skipIf(!claude)('a chat with 500 briefings and 20 lines of talk', () => {
  const names = Object.keys(venues) as (keyof typeof venues)[]

  test.each(names.filter((name) => name !== 'email' || hasDovecot()))(
    'on %s shows none of them until somebody asks, and then that one',
    async (name) => {
      // Never the same twice: by mail that would be two machines that answer each other.
      const api = await startMessagesApi(
        ...numbers.map((n): Reply => ({ kind: 'text', pieces: [`Very well${'!'.repeat(n + 1)}`] })),
      )
      const brain = `[brain.claude]\ncommand = ${JSON.stringify(name === 'web' ? claude : standIn())}\napi_key = "sk-canary"\nbase_url = "${api.url}"\n`
      const venue = await venues[name]({ build, brain })
      onTestFinished(async () => {
        await venue.close()
        await api.close()
      })
      /** What was before the model on the turn that asked this: the prompt of its epoch, and what the turn added. */
      const shownFor = async (...said: Parameters<typeof venue.say>) => {
        await venue.say(...said)
        const turns = api.requests.map(({ system, messages }) => ({
          system,
          added: messages.findLast(({ role }) => role === 'user')?.text ?? '',
        }))
        const asked = turns.findLast(({ added }) => added.includes(said[0]))
        if (!asked) throw new Error('the model was not asked')
        return asked
      }

      await venue.say('Good day')
      const remoteId = await venue.post(wordsOf(REPLIED))
      let told: ReturnType<typeof fillChat> = []
      await venue.between(() => {
        told = fillChat(venue.database(), venue.chat(), (number) => (number === REPLIED ? remoteId : `old-${number}`))
      })
      const replied = told[REPLIED - 1]
      if (!replied) throw new Error('it was not told')

      // The next epoch, and its second turn.
      const opening = await shownFor('Where does the ladder lean?')
      expect(opening.system).toContain('the ladder leans at the shed')
      const second = await shownFor('And the bucket?')
      expect(second.system).toBe(opening.system)
      expect(toldIn(opening.system + opening.added + second.added)).toEqual([])

      const reply = await shownFor('Was it a grey one?', replied)
      expect(reply.system).toBe(opening.system)
      expect([toldIn(reply.added), sourcesIn(reply.added)]).toEqual([[REPLIED], [REPLIED]])
      const after = await shownFor('And how tall?')
      expect([toldIn(after.added), sourcesIn(after.added)]).toEqual([[], []])

      // The rest is the same code on every channel: one of them has to do.
      if (name !== 'web' && !isLong) return

      // What came meanwhile is shown once, the newest three of it.
      await venue.between(() => void tellMore(venue.database(), venue.chat(), [501, 502, 503, 504, 505]))
      const next = await shownFor('Is it raining?')
      expect([toldIn(next.added), sourcesIn(next.added)]).toEqual([[503, 504, 505], []])
      expect(next.added).toContain('results of scheduled jobs, delivered here since the last message of the person')
      const later = await shownFor('Still raining?')
      expect(toldIn(later.added)).toEqual([])

      // In an epoch that the reply opens.
      await venue.between(() => {
        tellMore(venue.database(), venue.chat(), [506])
        closeAll(venue.database())
      })
      const anew = await shownFor('Was it far away?', replied)
      expect([toldIn(anew.system + anew.added), sourcesIn(anew.system + anew.added)]).toEqual([[REPLIED], [REPLIED]])
      const then = await shownFor('And cold?')
      expect([toldIn(then.added), sourcesIn(then.added)]).toEqual([[], []])

      // By its name, and by what it said.
      expect(toldIn((await shownFor('What did the briefing say?')).added)).toEqual([506])
      expect(toldIn((await shownFor('Which briefing told of the kingfisher?')).added)).toContain(137)
    },
    300_000,
  )
})
