import { commandLine, httpUrl, secret, section, text } from './shapes.ts'

export const speech = section({
  command: commandLine()
    .default([])
    .describe(
      'A program that reads a text from its standard input and writes audio to its standard output, such as ["espeak-ng", "-v", "{language}", "--stdin", "--stdout"]. The audio can be Ogg with Opus, or WAV, MP3 or FLAC, which are converted if ffmpeg or opusenc is installed. {language} stands for "en" or "de".',
    ),
  url: httpUrl()
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
