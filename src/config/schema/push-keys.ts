import { serializeText } from '../../messages/localized.ts'
import { expectedValues } from '../expected-values.ts'
import { flag, httpUrl, secret, section, text } from './shapes.ts'

export const push = section({
  contact: text()
    .regex(
      /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/,
      serializeText(expectedValues.addressSuchAs('mailto:ana@example.org')),
    )
    .optional()
    .meta({
      description:
        'Where the operator of a push service can reach you, as a mailto: or https: address. Default: the public_url of the page.',
      examples: ['mailto:ana@example.org'],
    }),
  ntfy_url: httpUrl()
    .optional()
    .meta({
      description:
        'Also send notifications to this topic of an ntfy server while no page is open. Anybody who knows the topic can read them unless the server asks for a token.',
      examples: ['https://ntfy.example.org/skein'],
    }),
  ntfy_token: secret()
    .optional()
    .meta({ description: 'The access token for the ntfy server, if it needs one.', examples: ['file:ntfy-token'] }),
  ntfy_text: flag(false).describe(
    'Whether notifications on ntfy contain the text of the message. The server can read it.',
  ),
}).describe('Notifications while no page is open. Devices turn them on for themselves, in Settings on the page.')
