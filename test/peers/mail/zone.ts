import { generateKeyPairSync } from 'node:crypto'
import { dkimSign } from 'mailauth'

/** The names of a world of its own: what its domains publish, and who can sign for them. */
export interface Zone {
  /** In the manner of the resolver that is asked by whoever checks a signature. */
  resolve(name: string, type: string): Promise<string[][]>
  publish(name: string, type: string, record: string): void
  /** The bytes with a signature of this domain on top; its key is published at the first. */
  sign(domain: string, bytes: Buffer): Promise<Buffer>
}

const selector = 'post'

/** None of these lets anybody else write in its name. */
export function createZone(domains: string[] = []): Zone {
  const records = new Map<string, string>()
  const keys = new Map<string, string>()
  const publish = (name: string, type: string, record: string) => void records.set(`${type} ${name}`, record)

  function keyOf(domain: string): string {
    const there = keys.get(domain)
    if (there !== undefined) return there
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    keys.set(domain, key)
    const shown = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
    publish(`${selector}._domainkey.${domain}`, 'TXT', `v=DKIM1; k=rsa; p=${shown}`)
    return key
  }

  for (const domain of domains) publish(`_dmarc.${domain}`, 'TXT', 'v=DMARC1; p=reject')
  return {
    publish,
    async resolve(name, type) {
      const found = records.get(`${type} ${name.toLowerCase()}`)
      if (found === undefined) throw Object.assign(new Error(`nothing is known of ${name}`), { code: 'ENOTFOUND' })
      return [[found]]
    },
    async sign(domain, bytes) {
      const signature = { signingDomain: domain, selector, privateKey: keyOf(domain) }
      // Without it the library asks for the time twice, and what it signs in two different seconds is broken.
      const signTime = new Date()
      const { signatures, errors } = await dkimSign(bytes, { ...signature, signTime, signatureData: [signature] })
      if (errors[0]) throw errors[0]
      return Buffer.concat([Buffer.from(signatures), bytes])
    },
  }
}
