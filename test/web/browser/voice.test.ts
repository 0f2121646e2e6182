import { Readable } from 'node:stream'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Transcriber } from '../../../src/channels/shared/transcription.ts'
import { storeFile } from '../../../src/store/files/files.ts'
import { builtPage } from '../../peers/build.ts'
import { wavOf } from '../../support/speech.ts'
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
    // What was dictated is sent as spoken, what is typed is not.
    const dictated = world.heard('Water the plants and feed the cat')
    await page.locator('#send').click()
    expect(await dictated).toMatchObject({ spoken: true })
    const typed = world.heard('and the dog')
    await page.locator('#words').fill('and the dog')
    await page.locator('#send').click()
    expect(await typed).not.toHaveProperty('spoken')
    expect(troubles).toEqual([])
  })

  test.each([
    { width: 1280, colorScheme: 'light' },
    { width: 390, colorScheme: 'dark' },
  ] as const)('a voice message is played on the page: $width pixels, $colorScheme', async ({ width, colorScheme }) => {
    const server = await world.serve({ pageFolder: builtPage() })
    const browser = await sharedBrowser()
    const touch = width < 500 && { hasTouch: true, isMobile: true }
    const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme, ...touch })
    onTestFinished(() => context.close())
    const { page, troubles } = await openPage(context)
    await page.goto(server.link())
    const heard = world.heard(`Say it at ${width}`)
    await page.locator('#words').fill(`Say it at ${width}`)
    await page.locator('#send').click()
    const { task } = await heard
    const wav = await storeFile(world.db, world.fileStore, Readable.from([wavOf(2)]), world.clock.steady)
    if ('tooLarge' in wav) throw new Error('too large')
    await world.reply(task, 'Here it is, written.')
    await world.reply(task, '', [{ hash: wav.hash, name: 'voice.wav' }])
    const play = page.getByRole('button', { name: 'Play voice.wav' }).last()
    const size = await play.boundingBox()
    expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44)
    if (process.env.SKEIN_TEST_PICTURES)
      await page.screenshot({ path: `${process.env.SKEIN_TEST_PICTURES}/voice-${width}-${colorScheme}.png` })
    const pause = page.getByRole('button', { name: 'Pause voice.wav' })
    // A pause while it is loaded is no failure.
    let load = () => {}
    const mayLoad = new Promise<void>((resolve) => (load = resolve))
    await page.route('**/files/**', (route) => mayLoad.then(() => route.continue()))
    await play.click()
    await pause.click()
    await play.waitFor()
    expect(await page.getByText('This browser cannot play it.').count()).toBe(0)
    load()
    await play.click()
    await pause.click()
    await play.waitFor()
    await play.click()
    // At its end it can be played again.
    await pause.waitFor()
    await play.waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expect(troubles).toEqual([])
  })
})

function said(text: string) {
  return { status: 'heard', text } as const
}
