import { sleep } from '../../../src/lib/time/timers.ts'
import type { Correspondent, Letter } from './correspondent.ts'
import { addressIn, type SeenMail } from './mailbox.ts'

/** Something that answers every mail by itself. */
export interface Responder {
  /** How many it has answered. */
  answered(): number
  stop(): Promise<void>
}

const LOOK_MS = 100

/** `says` is what it answers with, and how; nothing where it has the manners to be silent. */
export function createResponder(
  person: Correspondent,
  says: (mail: SeenMail) => (Partial<Letter> & { text: string }) | undefined,
): Responder {
  const stopped = new AbortController()
  let last = 0
  let answered = 0

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      for (const mail of (await person.mailbox.mails()).filter(({ uid }) => uid > last)) {
        last = mail.uid
        const letter = says(mail)
        if (!letter || addressIn(mail.header('from')) === person.address) continue
        await person.reply(mail, letter.text, letter)
        answered++
      }
      await sleep(LOOK_MS, stopped.signal)
    }
  }

  const running = run()
  return {
    answered: () => answered,
    async stop() {
      stopped.abort()
      await running
    },
  }
}
