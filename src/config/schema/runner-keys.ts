import { z } from 'zod'
import { serializeText } from '../../messages/localized.ts'
import { expectedValues } from '../expected-values.ts'
import { secret, section, text, wholeNumber } from './shapes.ts'

export const runners = section({
  url: text()
    .refine(
      (value) => value.startsWith('/') || z.url({ protocol: /^rediss?$/ }).safeParse(value).success,
      serializeText(expectedValues.redisAddress),
    )
    .optional()
    .meta({
      description:
        'Where Redis or Valkey is: the path of its socket, or an address with redis:// or, encrypted, rediss://. If it is set, models run on runners ("skein runner") and not in this process.',
      examples: ['/run/redis/redis-server.sock'],
    }),
  username: text().default('skein').describe('The user at Redis. "skein runners acl" prints the rights it needs.'),
  password: secret()
    .optional()
    .meta({ description: 'The password of this user.', examples: ['file:redis-password'] }),
  ca_file: text()
    .optional()
    .meta({
      description:
        'The certificate of the authority that signed the certificate of Redis. Not needed for a public authority.',
      examples: ['/etc/skein/redis-ca.pem'],
    }),
  places: wholeNumber(1, 64).default(4).describe('For a runner: how many turns it runs at the same time.'),
  min_free_mb: wholeNumber(0, 1_000_000)
    .default(256)
    .describe('For a runner: it takes no more turns while less memory than this is free, in MB.'),
}).describe('Other processes or machines that run the models, connected through Redis.')
