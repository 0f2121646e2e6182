import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHastyBuild, HASTY_SECOND_MS, startTalkDaemon, type TalkDaemon } from '../../peers/talk/talk-daemon.ts'

describe('voice messages answered by voice messages in a room of Talk', { timeout: 120_000 }, () => {
  let skein: TalkDaemon
  beforeAll(async () => {
    const hears = [process.execPath, '-e', "console.log('good morning')", '{file}']
    const speaks = [process.execPath, '-e', "process.stdout.write('OggS' + '.'.repeat(24) + 'OpusHead')"]
    const settings = `owner_ids = ["ana"]\n[talk.voice]\ncommand = ${JSON.stringify(hears)}\n[speech]\ncommand = ${JSON.stringify(speaks)}\n`
    skein = await startTalkDaemon({ build: createHastyBuild(), version: 22, secondMs: HASTY_SECOND_MS, settings })
  }, 120_000)
  afterAll(async () => {
    await skein.close()
  })

  test('the recording stands below the text, once', async () => {
    const ana = skein.server.user('ana')
    const room = skein.server.oneToOne(ana, skein.bot)
    room.say(ana, '!voice on')
    await skein.answers(room, 1)
    room.share(ana, { name: 'recording.ogg', mime: 'audio/ogg', voice: true })
    const [, text, voice] = await skein.answers(room, 3)
    expect(text?.message).toContain('demo')
    expect(voice).toMatchObject({ messageType: 'voice-message', messageParameters: { file: { name: 'voice.ogg' } } })
    await skein.quiet()
    expect(room.saidBy(skein.bot)).toHaveLength(3)
  })
})
