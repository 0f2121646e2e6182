import type { LoginTerminal } from './claude-login.ts'
import type { Browser } from './connecting.ts'

/** Of what the CLI may say before it names its page. */
const MAX_CHARS = 20_000

/** Stands in for the terminal: passes the page that the CLI names on to somebody, and their code back to it. */
export function askedInBrowser(ask: Browser['ask']): LoginTerminal {
  return {
    env: {},
    attend({ stdin, stdout, stderr }) {
      let said = ''
      let isAsked = false
      stderr.resume()
      stdout.on('data', (chunk: Buffer) => {
        said = (said + String(chunk)).slice(0, MAX_CHARS)
        const page = /https:\/\/\S+/.exec(said)
        // An address that nothing follows may still be on its way.
        if (!page || page.index + page[0].length === said.length || isAsked) return
        isAsked = true
        void ask(page[0]).then((code) => stdin.end(`${code}\n`))
      })
    },
  }
}
