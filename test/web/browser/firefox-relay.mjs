#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { WebSocket, WebSocketServer } from 'ws'

// Started by Playwright in place of Debian's Firefox, which it stands before: Playwright asks for the colours of a page
// with a command of WebDriver BiDi that this Firefox does not have, and gives up. Nothing of ours depends on what it would
// do, so it is answered here as done; all else goes through as it is.

const UNKNOWN = 'emulation.setMediaFeaturesOverride'
const LISTENING = /(WebDriver BiDi listening on )(ws:\/\/\S+)/

const firefox = spawn(process.env.SKEIN_TEST_FIREFOX ?? 'firefox-esr', process.argv.slice(2), {
  stdio: ['ignore', 'pipe', 'pipe'],
})
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => firefox.kill(signal))
firefox.on('error', (error) => {
  console.error(error.message)
  process.exit(1)
})
firefox.on('exit', (code) => process.exit(code ?? 1))

for (const [from, to] of [
  [firefox.stdout, process.stdout],
  [firefox.stderr, process.stderr],
]) {
  createInterface({ input: from }).on('line', (line) => {
    const told = LISTENING.exec(line)
    if (told) relay(told[2], (before) => to.write(`${line.replace(told[2], before)}\n`))
    else to.write(`${line}\n`)
  })
}

/** Tells the address that stands before this one. */
function relay(target, tell) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.on('listening', () => tell(`ws://127.0.0.1:${server.address().port}`))
  server.on('connection', (client, { url }) => {
    const browser = new WebSocket(new URL(url === '/' ? '/session' : url, target), { maxPayload: 256 * 1024 * 1024 })
    const opened = new Promise((done) => browser.once('open', done))
    client.on('message', (data) => {
      const text = textOf(data)
      if (text.includes(UNKNOWN) && JSON.parse(text).method === UNKNOWN)
        return client.send(JSON.stringify({ type: 'success', id: JSON.parse(text).id, result: {} }))
      void opened.then(() => browser.send(text))
    })
    browser.on('message', (data) => client.send(textOf(data)))
    browser.on('close', () => client.close())
    browser.on('error', () => client.close())
    client.on('close', () => browser.close())
  })
}

function textOf(data) {
  return Buffer.isBuffer(data) ? data.toString('utf8') : ''
}
