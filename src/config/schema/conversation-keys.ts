import { z } from 'zod'
import { serializeText } from '../../messages/localized.ts'
import { expectedValues } from '../expected-values.ts'
import { amount, flag, httpUrl, listOf, oneOf, secret, section, text, wholeNumber } from './shapes.ts'

export const conversationKeys = section({
  enabled: flag(true).describe('Whether the model sees earlier messages at all.'),
  max_tokens: wholeNumber(500, 1_000_000)
    .default(10_000)
    .describe(
      'The most tokens of history that one prompt may contain. A simple message, such as a greeting, gets less.',
    ),
  lookback_count: wholeNumber(0, 1000)
    .default(25)
    .describe(
      'How many messages from before the current conversation may be shown word for word. Older messages are covered by summaries and by search. The messages of always_include_recent are shown in addition.',
    ),
  active_minutes: wholeNumber(1, 1440)
    .default(30)
    .describe(
      'A pause longer than this many minutes starts a new conversation, unless the message clearly continues the last one.',
    ),
  context_truncation: wholeNumber(0, 1_000_000)
    .default(0)
    .describe(
      'Shorten each earlier answer of the assistant to this many characters; 0 turns this off. Messages from people, quoted replies and search results are never shortened.',
    ),
  skip_selection_threshold: wholeNumber(0, 1000)
    .default(3)
    .describe('Do not ask the selection model when there are at most this many earlier messages.'),
  selection_model: text().default('fast').describe('The model that selects earlier messages: "fast", or a model name.'),
  selection_timeout: amount(0.1, 600).default(30).describe('How long the selection model may take, in seconds.'),
  use_selection: z
    .union([z.boolean(), z.literal('auto')], serializeText(expectedValues.booleanOrAuto))
    .default('auto')
    .describe(
      'Whether a fast model selects the earlier messages that matter: true, false, or "auto" for only when they do not all fit. It also decides whether a message continues the last conversation when that is unclear.',
    ),
  always_include_recent: wholeNumber(0, 1000)
    .default(5)
    .describe('How many of the newest messages are always shown, whatever else is selected.'),
  context_recency_hours: amount(0, 100_000)
    .default(0)
    .describe('Leave out messages that are older than this many hours; 0 turns this off.'),
  context_min_messages: wholeNumber(0, 1000)
    .default(10)
    .describe('How many messages are kept even if they are older than context_recency_hours.'),
  previous_tasks_count: wholeNumber(0, 100)
    .default(3)
    .describe('How many results of scheduled jobs, delivered since your last message, are shown to the model once.'),
  talk_context_limit: wholeNumber(0, 1000)
    .default(100)
    .describe(
      'When the bot joins a Nextcloud Talk room, it fetches this many earlier messages as context; 0 fetches none.',
    ),
  cache_max_per_conversation: wholeNumber(0, 1_000_000)
    .default(0)
    .describe(
      'Show at most this many of the newest messages of one conversation word for word; 0 means no limit. All messages stay stored and searchable.',
    ),
  older_days: wholeNumber(1, 365)
    .default(7)
    .describe('Daily summaries are shown for this many days. Older messages are covered by the summary of the thread.'),
  recall_share: amount(0, 0.9)
    .default(0.35)
    .describe(
      'The share of max_tokens reserved for older messages found by search, from 0 to 0.9. 0 turns the search off.',
    ),
  shared_history: flag(false).describe(
    'Whether each private chat of a person may use their other private chats, on all channels. Your own searches cover all of your chats anyway.',
  ),
}).describe('What the model sees of earlier messages.')

export const recall = section({
  vectors: oneOf(['off', 'local', 'endpoint'])
    .default('off')
    .describe(
      '"off"; "local", a small English model on this machine ("skein doctor" explains how to install it); or "endpoint", a service with an OpenAI-compatible embeddings API. Every message, every question and every passage of the library is sent to this service.',
    ),
  url: httpUrl()
    .optional()
    .meta({
      description: 'The address of the embeddings service. Needed for "endpoint".',
      examples: ['http://127.0.0.1:11434/v1'],
    }),
  model: text()
    .optional()
    .meta({ description: 'The embeddings model. Needed for "endpoint".', examples: ['nomic-embed-text'] }),
  api_key: secret()
    .optional()
    .meta({ description: 'The API key of the embeddings service, if it needs one.', examples: ['env:EMBEDDINGS_KEY'] }),
}).describe('Earlier messages are found by their words. With vectors they are also found by their meaning.')

export const compaction = section({
  messages: wholeNumber(1, 10_000)
    .default(30)
    .describe('Summarize when more than this many messages are in no summary yet.'),
  tokens: wholeNumber(100, 1_000_000)
    .default(2500)
    .describe('Summarize when the messages that are in no summary yet have more than this many tokens.'),
  hours: wholeNumber(1, 8760)
    .default(24)
    .describe('Summarize when the messages that are in no summary yet are older than this many hours.'),
  keep_recent: wholeNumber(0, 1000).default(10).describe('How many of the newest messages are never summarized.'),
}).describe(
  'When older messages are summarized. One of the first three limits is enough. Messages of the current conversation do not count, and a summary covers at least ten messages.',
)

export const memory = section({
  extract: flag(true).describe(
    'Whether the fast model looks for lasting facts in conversations that have ended. It remembers at most one for every ten messages, and works only while such upkeep costs less than a fifth of the answers.',
  ),
  day_notes: flag(true).describe(
    'Whether a note is written for each person and day: what was decided, done, promised and left open in their private chats. The notes are Markdown files in the folder "notes" of the data folder.',
  ),
  consolidate_at: z
    .string(serializeText(expectedValues.timeOfDay))
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, serializeText(expectedValues.timeOfDay))
    .default('03:30')
    .describe('When the notes of the day before are written, in the time zone of each person.'),
}).describe('What is remembered about people, apart from the messages.')

export const library = section({
  folders: paths().describe(
    'Folders with Markdown, text, HTML and PDF files, such as ["~/notes"]. Passages that fit a message are shown to the model, and it can search them, but only in private chats with the owner. Their text counts as text from others.',
  ),
  trusted_folders: paths().describe(
    'Folders of the library that only the owner can write to. Their text counts as the words of the owner: nothing in it makes Skein ask before it acts.',
  ),
}).describe('Files that the model can look things up in.')

function paths() {
  return listOf((item) => item.startsWith('/') || item.startsWith('~/'), expectedValues.paths).default([])
}
