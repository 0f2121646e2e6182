import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Transcriber } from '../../../src/channels/shared/transcription.ts'
import { builtPage } from '../../peers/build.ts'
import { ask, pageHeaders, signIn } from '../http.ts'
import { createWorld } from '../world.ts'
import { chromiumPath, openPage, sharedBrowser } from './browser.ts'

const world = createWorld()
afterAll(() => world.close())

test('nothing listens where nothing is set up, and nobody without a session is heard', async () => {
  const [deaf, hearing] = [await world.serve(), await world.serve({ transcribe: async () => said('hello') })]
  const { cookie } = await signIn(deaf)
  const voice = (port: number, more: object, signed = cookie) =>
    ask(port, { path: '/api/voice', headers: pageHeaders(port, { cookie: signed }), ...more })
  expect((await voice(deaf.port, {})).json()).toEqual({ hears: false })
  expect((await voice(hearing.port, {})).json()).toEqual({ hears: true })
  const body = JSON.stringify({ hash: '0'.repeat(64), name: 'voice.webm', proof: 'made up' })
  expect((await voice(deaf.port, { method: 'POST', body })).status).toBe(404)
  expect((await voice(hearing.port, { method: 'POST', body })).status).toBe(400)
  expect((await voice(hearing.port, { method: 'POST', body }, '')).status).toBe(401)
})

describe.skipIf(!chromiumPath)('speaking on the page', () => {
  test('puts what was heard behind what is written, to be read before it is sent; what went wrong is told', async () => {
    const heard: string[] = []
    const answers = [said('and feed the cat'), { status: 'unheard', reason: 'no speech was recognized' } as const]
    const transcribe: Transcriber = async (_path, name) => {
      heard.push(name)
      return answers[heard.length - 1] ?? said('')
    }
    const server = await world.serve({ pageFolder: builtPage(), transcribe })
    const context = await (await sharedBrowser()).newContext()
    onTestFinished(() => context.close())
    const { page, troubles } = await openPage(context)
    await page.goto(server.link())
    await page.locator('#words').fill('Water the plants')
    const speak = page.getByRole('button', { name: 'Speak a message' })
    const end = page.getByRole('button', { name: 'Stop recording' })
    await speak.click()
    await end.press('Escape')
    await speak.click()
    await end.click()
    await expect.poll(() => page.locator('#words').inputValue()).toBe('Water the plants and feed the cat')
    await speak.click()
    await end.click()
    await page.getByText('I could not transcribe that: no speech was recognized.').waitFor()
    expect(heard).toEqual(['voice.webm', 'voice.webm'])
    expect(world.accepted).toEqual([])
    expect(troubles).toEqual([])
  })
})

function said(text: string) {
  return { status: 'heard', text } as const
}
