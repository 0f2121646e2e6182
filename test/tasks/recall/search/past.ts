import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type ChatId, localChat, localOwner, makeChatId, rootLane } from '../../../../src/domain/ids.ts'
import type { Person } from '../../../../src/domain/person.ts'
import { steadyAt } from '../../../../src/lib/time/clock.ts'
import { instantOf } from '../../../../src/lib/time/zone.ts'
import { type Database, openDatabase } from '../../../../src/store/database.ts'
import { attachFiles } from '../../../../src/store/files/files.ts'
import { clearContext, ensurePlace } from '../../../../src/store/messages/chats.ts'
import { importMessages } from '../../../../src/store/messages/import-messages.ts'
import { insertMessage } from '../../../../src/store/messages/messages.ts'
import { addPerson, ensureOwner, linkAddress } from '../../../../src/store/people/people.ts'
import { seeded } from '../../../support/seeded.ts'
import { placeStore } from '../../../support/template-store.ts'
import { createTestClock, type TestClock } from '../../../support/test-clock.ts'
import { type Planted, planted } from './planted.ts'

/** Mira lives in Berlin; it is Wednesday noon there. */
export const zone = 'Europe/Berlin'
export const now = '2026-03-18T11:00:00Z'

export const places = {
  own: makeChatId('telegram', '1'),
  page: localChat('a'),
  house: makeChatId('telegram', '-10'),
  trip: makeChatId('telegram', '-20'),
  secret: localChat('party'),
  journal: localChat('journal'),
} satisfies Record<string, ChatId>

const titles = { own: 'Mira', page: 'Work', house: 'House hunters', trip: 'Lisbon', secret: 'Party' }

export interface Past {
  db: Database
  clock: TestClock
  mira: Person
}

/** Two years of a life: what is asked for among what is not. */
export function createPast(): Past {
  const folder = mkdtempSync(join(tmpdir(), 'skein-past-'))
  const db = openDatabase(placeStore(folder))
  onTestFinished(() => {
    db.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const clock = createTestClock(now)
  const mira = ensureOwner(db, 'Mira', clock.now())
  db.statement('UPDATE person SET timezone = ? WHERE id = ?').run(zone, mira.id)
  linkAddress(db, { channel: 'telegram', id: '1' }, mira.id, 'Mira', clock.now())
  const people = new Map([['Mira', mira]])
  for (const name of ['Ben', 'Ana', 'Jonas', '王芳']) {
    people.set(name, addPerson(db, { name, role: 'member' }, clock.now()))
  }
  const all = [...planted, ...everyday()].toSorted((a, b) => (a.when < b.when ? -1 : 1))
  db.transaction(() => {
    for (const [at, line] of all.entries()) if (line.where !== 'journal') say(db, line, people, at)
  })
  clearContext(db, rootLane(places.secret), { now: at('2025-11-20 12:00'), steady: steadyAt(1) })
  importMessages(
    db,
    all.flatMap((line, id) =>
      line.where === 'journal'
        ? [
            {
              chat: places.journal,
              id: `j${id}`,
              at: at(line.when),
              from: line.who,
              role: 'human' as const,
              text: line.text,
            },
          ]
        : [],
    ),
    { owner: mira, now: clock.now() },
  )
  return { db, clock, mira }
}

function say(db: Database, { when, where, who, text, file, id }: Planted, people: Map<string, Person>, serial: number) {
  const chat = places[where]
  const isGroup = where === 'house' || where === 'trip'
  const person = people.get(who)
  const place = {
    id: chat,
    title: titles[where as keyof typeof titles],
    audience: isGroup ? ('group' as const) : ('private' as const),
    owner: where === 'own' ? ({ channel: 'telegram', id: '1' } as const) : localOwner,
    personId: people.get('Mira')?.id,
  }
  ensurePlace(db, place, rootLane(chat), at(when))
  const message = insertMessage(db, {
    chat,
    lane: rootLane(chat),
    author: who === 'you' ? 'bot' : 'human',
    kind: 'conversation',
    origin: 'chat',
    trust: who === 'you' ? 'owner' : (person?.role ?? 'untrusted'),
    personId: person?.id ?? null,
    name: who === 'you' ? 'Skein' : who,
    remoteId: id ?? `m${serial}`,
    at: at(when),
    receivedAt: at(when),
    text,
    ...(file !== undefined && { files: [file] }),
  })
  if (file === undefined) return
  const hash = serial.toString(16).padStart(64, '0')
  db.statement('INSERT INTO file (hash, bytes, type, created_at) VALUES (?, 3, ?, 0)').run(hash, 'application/pdf')
  attachFiles(db, message, [{ hash, name: file }])
}

function at(when: string): Date {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = when.split(/\D/).map(Number)
  return instantOf({ year, month, day, hour, minute, second: 0 }, zone)
}

/** What fills the days: small things that nobody asks for later, in three languages. */
export function everyday(): Planted[] {
  const next = seeded(17)
  const pick = <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T
  const lines: Planted[] = []
  for (let day = 0; day < 730; day += 2) {
    const date = new Date(Date.UTC(2024, 2, 20 + day)).toISOString().slice(0, 10)
    const where = pick(['own', 'page', 'house', 'house', 'trip'] as const)
    const isOurs = where === 'own' || where === 'page'
    const who = isOurs ? pick(['Mira', 'Mira', 'you']) : pick(['Mira', 'Ben', 'Ana', 'Jonas', '王芳'])
    const minute = String(Math.floor(next() * 60)).padStart(2, '0')
    const text = pick(who === '王芳' ? chinese : next() < 0.3 ? german : english)
    lines.push({
      when: `${date} ${10 + Math.floor(next() * 9)}:${minute}`,
      where,
      who,
      text: text.replace('#', pick(things)),
    })
  }
  return lines
}

const things = ['coffee', 'the garden', 'the cat', 'soup', 'football', 'the new series', 'Kaffee', 'bread'] as const
const english = [
  'Nothing beats # on a grey morning',
  'Did anybody think of # this time?',
  'I could talk about # all evening',
  'Home late again, good night',
  'The weather turns at the weekend, they say',
  'Thanks, that helped',
]
const german = ['Schönes Wetter heute, oder?', 'Ich denke gerade an #', 'Bis später, ich bin unterwegs', 'Danke dir!']
const chinese = ['今天天气很好', '晚上一起吃饭吗', '我在路上，等一下', '谢谢你，太好了']
