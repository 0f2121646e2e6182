import type { Clock } from '../../src/lib/time/clock.ts'
import type { Correspondent, Sent } from '../../test/peers/mail/correspondent.ts'
import { hasDovecot } from '../../test/peers/mail/dovecot.ts'
import { accountOf } from '../../test/peers/mail/mail-daemon.ts'
import { readMime } from '../../test/peers/mail/mime.ts'
import { createPostOffice, type PostOffice } from '../../test/peers/mail/post-office.ts'
import type { Random } from '../../test/support/seeded.ts'
import type { Place, Venue } from './place.ts'

const address = 'skein@house.test'
const owner = 'ana@home.test'
const members = ['bob@home.test', 'chidi@work.test']
/** Of the mails somebody writes, how many go on in the thread before. */
const GOES_ON = 0.6

/** People who write to the bot's mailbox on a real Dovecot; undefined where there is none. */
export async function openMailVenue(clock: Clock, random: Random): Promise<Venue | undefined> {
  if (!hasDovecot()) return undefined
  const office = await createPostOffice({ savesSentOf: [address] })
  const people = [owner, ...members].map((name) => office.person(name))
  const limits = 'replies_per_thread = 1000\nreplies_per_sender = 1000\nsent_copy = "server"\n'
  const list = members.map((name) => `"${name}"`).join(', ')
  return {
    config: `[email]\n${accountOf(office, address)}owner_addresses = ["${owner}"]\nmember_addresses = [${list}]\n${limits}`,
    places: people.map((person) => placeOf(office, person, clock, random)),
    async forget() {
      office.submission.got.length = 0
      for (const person of people) {
        person.sent.length = 0
        await office.dovecot.wipe(person.address)
      }
    },
    close: office.close,
  }
}

function placeOf(office: PostOffice, person: Correspondent, clock: Clock, random: Random): Place {
  let last: Sent | undefined
  const wordsOf = createReader()
  return {
    name: `email:${person.address}`,
    mayChange: false,
    mark: '!',
    async say(text, file) {
      const thread = last && random.chance(GOES_ON) ? { inReplyTo: last.id, references: [last.id] } : {}
      const files = file ? { files: [{ ...file, type: 'text/plain' }] } : {}
      const subject = text.slice(0, 40).replace(/\s+/g, ' ')
      last = await person.write({ to: address, subject, text, at: clock.now(), ...thread, ...files })
    },
    answers: () =>
      office.submission.got.filter(({ to }) => to.includes(person.address)).map(({ bytes }) => wordsOf(bytes)),
    // The office forgets for everybody.
    forget() {},
  }
}

/** The words of a mail without what is quoted below, which holds the keys of others. It is looked at often, and read once. */
function createReader(): (bytes: Buffer) => string {
  const known = new WeakMap<Buffer, string>()
  return (bytes) => {
    const words = known.get(bytes) ?? withoutQuotes(readMime(bytes).text)
    known.set(bytes, words)
    return words
  }
}

function withoutQuotes(text: string): string {
  const lines = text.split('\n')
  return lines.filter((line) => !line.startsWith('>')).join('\n')
}
