import { isIP } from 'node:net'
import { z } from 'zod'
import { serializeText } from '../../messages/localized.ts'
import { expectedValues } from '../expected-values.ts'
import {
  commandLine,
  flag,
  httpUrl,
  namedTables,
  numericIds,
  oneOf,
  secret,
  section,
  serviceUrl,
  text,
  userIds,
  wholeNumber,
} from './shapes.ts'

const voice = section({
  command: commandLine()
    .default([])
    .describe(
      'A program that prints the text of a recording, such as ["whisper-cli", "--file", "{file}"]. {file} stands for the recording.',
    ),
  url: httpUrl()
    .optional()
    .meta({
      description: 'Instead of a program: the address of a service with an OpenAI-compatible transcription API.',
      examples: ['https://api.openai.com/v1'],
    }),
  model: text().default('whisper-1').describe('The model of that service.'),
  api_key: secret()
    .optional()
    .meta({ description: 'The API key of that service, if it needs one.', examples: ['env:TRANSCRIPTION_KEY'] }),
})

export const web = section({
  enabled: flag(true).describe('Whether the web page is served.'),
  port: wholeNumber(1, 65_535)
    .default(8420)
    .describe('The port of the page. If it is taken, the next free one is used, unless bind or public_url is set.'),
  bind: z
    .string(serializeText(expectedValues.ipAddress))
    .refine((given) => isIP(given) > 0, serializeText(expectedValues.ipAddress))
    .optional()
    .meta({
      description:
        'Also listen on this IP address of the machine, so that browsers on other machines can connect. Sign in there with "skein link --public". Without TLS, others on that network can read along.',
      examples: ['192.168.1.20'],
    }),
  public_url: httpUrl()
    .optional()
    .meta({
      description:
        'The address that browsers open when a proxy with TLS serves the page. The proxy must pass on the Host header unchanged and set X-Forwarded-For. docs/operating.md has examples for Caddy, nginx and Apache.',
      examples: ['https://skein.example.org'],
    }),
  titles: flag(true).describe(
    'Whether a fast model writes a title for each new chat of the page after the first answer. Otherwise the title is the beginning of your first message. You can change it in the menu of the chat.',
  ),
  voice: voice.describe(
    'Transcribes what you dictate on the page. If this is not set, the settings of Telegram or Talk are used.',
  ),
}).describe('The web page on this machine, http://127.0.0.1:<port>.')

export const telegram = section({
  token: secret()
    .optional()
    .meta({
      description: "The bot's token from @BotFather. Without one, Telegram is off.",
      examples: ['file:telegram-token'],
    }),
  api_root: httpUrl()
    .optional()
    .meta({
      description: 'Another address for the Bot API, such as your own Bot API server.',
      examples: ['https://api.telegram.org'],
    }),
  local_server: flag(false).describe(
    'Whether your own Bot API server runs on this machine with --local. Skein then reads its files directly from disk. Needs api_root.',
  ),
  owner_ids: numericIds().describe(
    'The numeric ids of your own Telegram accounts. /whoami shows yours. Nobody else gets an answer, except members and people who enter a code from "skein pair" or /pair.',
  ),
  member_ids: numericIds().describe('The numeric ids of other people who may talk to the bot.'),
  groups: section({
    mode: oneOf(['mention', 'always', 'off'])
      .default('mention')
      .describe('When the bot answers: "mention" when it is mentioned or replied to, "always", or "off".'),
    mention_ids: numericIds().describe('Ids of groups with the mode "mention", whatever the mode above is.'),
    always_ids: numericIds().describe('Ids of groups with the mode "always".'),
    off_ids: numericIds().describe('Ids of groups with the mode "off".'),
  }).describe('How the bot behaves in groups.'),
  voice: voice.describe(
    'Transcribes voice messages, with a program or a service. Without either, the bot keeps the recording and says so.',
  ),
}).describe('The Telegram bot.')

const roomModes = ['mention', 'always', 'off'] as const

export const talk = section({
  url: httpUrl()
    .optional()
    .meta({
      description: 'The address of the Nextcloud server. Without url, user and password, Talk is off.',
      examples: ['https://cloud.example.org'],
    }),
  user: text()
    .optional()
    .meta({ description: "The bot's own account on that server.", examples: ['skein'] }),
  password: secret()
    .optional()
    .meta({
      description: 'An app password of that account (Settings > Security > Devices & sessions).',
      examples: ['file:talk-password'],
    }),
  owner_ids: userIds().describe(
    'The user ids (not the display names) of your own accounts. Nobody else gets an answer, except members and people who enter a code from "skein pair" or !pair.',
  ),
  member_ids: userIds().describe('The user ids of other people who may talk to the bot.'),
  guests: oneOf(['context', 'ignore'])
    .default('context')
    .describe(
      'What happens to messages from guests and from users of other servers: "context" shows them to the model as untrusted text, "ignore" drops them. They never get an answer.',
    ),
  groups: section({
    mode: oneOf(roomModes)
      .default('mention')
      .describe(
        'When the bot answers: "mention" when it is mentioned or replied to, "always", or "off". With "off", messages are not stored either.',
      ),
    at_all: flag(true).describe('Whether @all counts as a mention of the bot.'),
  }).describe('How the bot behaves in group rooms.'),
  rooms: namedTables(
    { mode: oneOf(roomModes).describe('When the bot answers in this room: "mention", "always" or "off".') },
    expectedValues.rooms,
  ).meta({
    description:
      'Rooms with another mode than the one in [talk.groups]. The name of the table is the token at the end of the address of the room.',
    examples: [{ ab12cd34: { mode: 'always' } }],
  }),
  voice: voice.describe('Transcribes voice messages, with a program or a service.'),
  webhook: section({
    secret: secret()
      .optional()
      .meta({
        description: 'The secret from the installation command, 40 to 128 characters long.',
        examples: ['file:talk-webhook-secret'],
      }),
    host: text().default('127.0.0.1').describe('The address that Skein listens on for these calls.'),
    port: wholeNumber(1, 65_535).default(8421).describe('The port that Skein listens on for these calls.'),
  }).describe(
    'Optional. Nextcloud calls Skein when there is a new message, so that Skein looks at once instead of a few seconds later. The content of such a call is never trusted. Run this on the server, then enable the bot in each room:\nocc talk:bot:install --feature webhook Skein SECRET http://THIS-MACHINE:8421/',
  ),
}).describe('Nextcloud Talk.')

export const speech = section({
  command: commandLine()
    .default([])
    .describe(
      'A program that reads a text from its standard input and writes audio to its standard output, such as ["espeak-ng", "-v", "{language}", "--stdin", "--stdout"]. The audio can be Ogg with Opus, or WAV, MP3 or FLAC, which are converted if ffmpeg or opusenc is installed. {language} stands for "en" or "de".',
    ),
  url: serviceUrl()
    .optional()
    .meta({
      description:
        'Instead of a program: the address of a service with an OpenAI-compatible speech API. Answers are sent to this service. What it costs is not counted in /usage.',
      examples: ['https://api.openai.com/v1'],
    }),
  model: text().default('gpt-4o-mini-tts').describe('The model of that service.'),
  voice: text().default('alloy').describe('The voice of that service.'),
  api_key: secret()
    .optional()
    .meta({ description: 'The API key of that service, if it needs one.', examples: ['env:SPEECH_KEY'] }),
}).describe(
  'Reads answers aloud: in a chat with "/voice on", voice messages are answered with text and a voice message.',
)
