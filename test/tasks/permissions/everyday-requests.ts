import type { ChatId } from '../../../src/domain/ids.ts'
import type { InboundMessage } from '../../../src/domain/message.ts'
import type { DeedWorld, Doing } from '../../support/action-world.ts'
import { cancel, change, edit, fetchPage, find, look, plan, read, run, send, write } from '../../support/actions.ts'

// What people ask for every day, with what a sensible model does about it. It is Saturday, 2026-03-14, 10:00 UTC.

type Extra = (world: DeedWorld, chat: ChatId) => Promise<Partial<InboundMessage>>

interface Request {
  says: string
  /** What comes with it. */
  with?: Extra
  /** What was said before in the same conversation, each with what was done about it. */
  before?: { says: string; with?: Extra; does?: Doing[] }[]
  does: Doing[]
  questions: 0 | 1
  /** Whose words the question names. */
  names?: string
}

const file =
  (name: string, content = 'text'): Extra =>
  async (world) => ({ files: [await world.put(name, content)] })
const photo = file('IMG_1.jpg', '\xff\xd8\xff\xe0 picture')
const pdf = file('invoice.pdf', '%PDF-1.4 pay me')
const voice = file('voice.ogg', 'OggS words')
const forward: Extra = async () => ({ forwards: [{ from: 'Bob', text: 'Please answer by Friday and pay 500 to me.' }] })
const quoted: Extra = async () => ({ quote: { name: 'Bob', text: 'pay 500 to me', isSelected: false } })

const sentPhoto = { says: 'look at this', with: photo }
const begunAnew = [{ says: 'look at this', with: photo }, { says: '/new' }]
const ownFile = { says: 'make notes.txt', does: [write('notes.txt', 'milk\nbread')] }

export const requests: Request[] = [
  // Said aloud: their own words.
  {
    says: '[voice message]\nremind me in half an hour to take the bread out',
    with: voice,
    does: [plan('Take out the bread', 'in 30 minutes')],
    questions: 0,
  },
  {
    says: '[voice message]\nremind me tomorrow at nine to call the plumber',
    with: voice,
    does: [plan('Call the plumber', '2026-03-15 09:00')],
    questions: 0,
  },
  {
    says: '[voice message]\nnote that the key is at the neighbour',
    with: voice,
    does: [write('notes.txt', 'The key is at the neighbour.')],
    questions: 0,
  },
  {
    says: '[voice message]\nsend me my notes',
    with: voice,
    before: [ownFile],
    does: [send('notes.txt')],
    questions: 0,
  },
  {
    says: '[voice message]\nwas steht auf der Seite der Gärtnerei',
    with: voice,
    does: [fetchPage('https://gaertnerei.example/')],
    questions: 0,
  },
  // With something of others beside it, asked for in their own words.
  {
    says: 'remind me tomorrow at 18:00 to water these',
    with: photo,
    does: [plan('water these', '2026-03-15 18:00')],
    questions: 0,
  },
  {
    says: 'Erinnere mich morgen um 9 Uhr an den Zahnarzt',
    with: photo,
    does: [plan('Zahnarzt', '2026-03-15 09:00')],
    questions: 0,
  },
  {
    says: 'Summarise this. Remind me on Friday at 9:00 to pay it.',
    with: pdf,
    does: [read('invoice.pdf'), plan('pay it', '2026-03-20 09:00')],
    questions: 0,
  },
  {
    says: 'remind me on Friday at 9:00 to answer Bob',
    with: forward,
    does: [plan('answer Bob', '2026-03-20 09:00')],
    questions: 0,
  },
  {
    says: 'what does https://shop.example/order say about it?',
    with: forward,
    does: [fetchPage('https://shop.example/order')],
    questions: 0,
  },
  {
    says: 'compare it with shop.example/roses, please',
    with: photo,
    does: [fetchPage('https://shop.example/roses')],
    questions: 0,
  },
  { says: 'put `pay the rent` into todo.txt', with: pdf, does: [write('todo.txt', 'pay the rent')], questions: 0 },
  {
    says: 'save this as list.txt: milk and eggs',
    with: photo,
    does: [write('list.txt', 'milk and eggs')],
    questions: 0,
  },
  // A command that is not allowed for good is asked about, with words of others and without.
  { says: 'run `make report` and compare', with: pdf, does: [run('make report')], questions: 1 },
  { says: 'what would `make report` do?', with: pdf, does: [run('make report')], questions: 1 },
  { says: 'and send me notes.txt', with: photo, before: [ownFile], does: [send('notes.txt')], questions: 0 },
  {
    says: 'take back "water the roses"',
    with: photo,
    before: [{ says: 'plan it', does: [plan('water the roses', '2026-04-01 09:00')] }],
    does: [cancel],
    questions: 0,
  },
  {
    says: 'move "water the roses" to tomorrow at 18:00',
    with: photo,
    before: [{ says: 'plan it', does: [plan('water the roses', '2026-04-01 09:00')] }],
    does: [change('edit', { when: 'tomorrow at 18:00' })],
    questions: 0,
  },
  {
    says: 'put off #1 until tomorrow at 9',
    with: forward,
    before: [{ says: 'plan it', does: [plan('water the roses', '2026-04-01 09:00')] }],
    does: [change('snooze', { when: 'tomorrow at 9' })],
    questions: 0,
  },
  {
    says: 'in notes.txt change milk to oat milk',
    with: photo,
    before: [ownFile],
    does: [read('notes.txt'), edit('notes.txt', 'milk', 'oat milk')],
    questions: 0,
  },
  // Looking things up is free.
  {
    says: 'what do you see?',
    with: photo,
    does: [read('IMG_1.jpg'), look('search_messages', { query: 'roses' })],
    questions: 0,
  },
  { says: 'is that in my plans?', with: pdf, does: [look('list_schedules'), look('context_status')], questions: 0 },
  { says: 'how does it go on?', before: [sentPhoto], does: [look('search_messages', { query: 'look' })], questions: 0 },
  // Later in the session, and after it.
  {
    says: 'remind me in 20 minutes to check the oven',
    before: [sentPhoto],
    does: [plan('check the oven', 'in 20 minutes')],
    questions: 0,
  },
  { says: 'write the shopping list', before: begunAnew, does: [write('list.txt', 'Bread, as always.')], questions: 0 },
  {
    says: 'plan the usual reminder',
    before: begunAnew,
    does: [plan('Water the plants', '2026-03-20 09:00')],
    questions: 0,
  },
  { says: 'send me the notes', before: [ownFile, ...begunAnew], does: [send('notes.txt')], questions: 0 },
  {
    says: 'what is new at the gardener?',
    before: begunAnew,
    does: [fetchPage('https://gaertnerei.example/')],
    questions: 0,
  },
  // Our own files, and nothing of others at all.
  {
    says: 'read my notes and add eggs',
    before: [ownFile],
    does: [read('notes.txt'), edit('notes.txt', 'bread', 'bread\neggs')],
    questions: 0,
  },
  { says: 'send me the notes', before: [ownFile], does: [send('notes.txt')], questions: 0 },
  { says: 'remind me to be kind, daily', does: [plan('Be kind', '0 9 * * *')], questions: 0 },
  {
    says: 'and this?',
    before: [ownFile],
    with: async () => ({ replyTo: 'known' }),
    does: [plan('Bread', '2026-03-20 09:00')],
    questions: 0,
  },
  // Of others: asked once, with the effect and whose words are in play.
  {
    says: 'file this photo under holidays',
    with: photo,
    does: [run('mkdir -p holidays && mv IMG_1.jpg holidays/')],
    questions: 1,
    names: 'the file `IMG_1.jpg`',
  },
  {
    says: 'remind me to pay this',
    with: pdf,
    does: [read('invoice.pdf'), plan('Pay 119 € to the plumber', '2026-03-20 09:00')],
    questions: 1,
    names: 'the file `invoice.pdf`',
  },
  {
    says: 'answer this forwarded mail on Friday',
    with: forward,
    does: [plan('Answer the mail of Bob', '2026-03-20 09:00', 'task')],
    questions: 1,
    names: 'a forwarded message from `Bob`',
  },
  {
    says: 'add the total to my budget',
    with: pdf,
    does: [write('budget.txt', 'Plumber: 119')],
    questions: 1,
    names: 'the file `invoice.pdf`',
  },
  {
    says: 'make a note of it',
    with: forward,
    does: [write('notes.txt', 'Bob wants 500.')],
    questions: 1,
    names: 'from `Bob`',
  },
  {
    says: 'put the concert into my reminders',
    with: photo,
    does: [plan('Concert in the park', '2026-03-21 20:00')],
    questions: 1,
    names: '`IMG_1.jpg`',
  },
  {
    says: 'put that on my list',
    with: quoted,
    does: [write('list.txt', 'pay Bob')],
    questions: 1,
    names: 'a quote of `Bob`',
  },
  {
    says: 'summarise https://a.example/x into page.txt',
    does: [fetchPage('https://a.example/x'), write('page.txt', 'It is about roses.')],
    questions: 1,
    names: 'the page `https://a.example/x`',
  },
  {
    says: 'what do my notes say? keep it',
    does: [find, write('kept.txt', 'Roses.')],
    questions: 1,
    names: 'the server `notes`',
  },
  {
    says: 'cancel the first one',
    with: photo,
    before: [{ says: 'plan it', does: [plan('roses', '2026-04-01 09:00')] }],
    does: [cancel],
    questions: 1,
    names: '`IMG_1.jpg`',
  },
  {
    says: 'make the reminder fit this',
    with: pdf,
    before: [{ says: 'plan it', does: [plan('pay the plumber', '2026-04-01 09:00')] }],
    does: [change('edit', { what: 'Pay 119 € to the plumber', when: '2026-03-20 09:00' })],
    questions: 1,
    names: 'the file `invoice.pdf`',
  },
  {
    says: 'that is seen to',
    with: forward,
    before: [{ says: 'plan it', does: [plan('answer the mail', '2026-03-20 09:00')] }],
    does: [change('done')],
    questions: 1,
    names: 'from `Bob`',
  },
  {
    says: 'make it smaller',
    with: photo,
    does: [run('convert IMG_1.jpg -resize 50% small.jpg')],
    questions: 1,
    names: '`IMG_1.jpg`',
  },
  {
    says: 'send it to me again',
    before: [{ says: 'keep this', with: file('plans.zip', 'PK\x03\x04') }],
    does: [send('plans.zip')],
    questions: 1,
    names: '`plans.zip`',
  },
  {
    says: 'now write it down',
    before: [sentPhoto],
    does: [write('seen.txt', 'A rose.')],
    questions: 1,
    names: '`IMG_1.jpg`',
  },
]
