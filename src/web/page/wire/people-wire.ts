import type { Language } from '../../../messages/languages.ts'
import type { Role } from './wire.ts'

/** Everyone with access, the owner first. */
export interface People {
  people: ListedPerson[]
  /** Accounts of the owner can be added only on the machine itself. */
  canAddOwn: boolean
  /** People who wrote and were refused, the newest first. */
  requests: AccessRequest[]
  /** The channels on which people can write, besides the page. */
  channels: string[]
  /** The page can be opened from other devices, so people can be invited to it. */
  hasPublicAddress: boolean
  /** The result of the last request. */
  said?: string
}

export interface ListedPerson {
  id: number
  name: string
  role: Role
  /** Undefined means what applies to everybody. */
  timezone?: string
  language?: Language
  /** They may sign in to the page under their own name. */
  usesPage: boolean
  addresses: ListedAddress[]
}

export interface ListedAddress {
  channel: string
  id: string
  /** Why the account cannot be removed here. Undefined if it can. */
  whyKept?: string
  /** It was linked to them later, so the link can be removed. */
  isLinked?: true
}

/** A pairing code for one person. */
export interface Pairing {
  code: string
  role: 'owner' | 'member'
  expiresAt: number
  /** Opens the chat with the code filled in. Undefined if no channel supports that. */
  link?: string
  /** Encodes the link, or the code if there is no link. */
  qr: QrCode
}

/** Somebody who wants to be let in. */
export interface AccessRequest {
  channel: string
  id: string
  name: string
  at: number
}

/** A single-use link that signs a browser in. */
export interface SignInLink {
  link: string
  expiresAt: number
  qr: QrCode
  /** If not, others on the network can read what is sent. */
  isEncrypted: boolean
}

/** How other devices reach the page. */
export interface RemoteAccess {
  /** The address now. Undefined if only this machine can open the page. */
  address?: string
  /** The address from the next start on. */
  next?: string
  isWaiting: boolean
  /** The configuration file sets it, so the page cannot switch it off. */
  isFromFile: boolean
  /** The addresses of the machine in private networks. */
  networks: string[]
  /** Only on the machine itself. */
  canChange: boolean
}

export interface QrCode {
  /** Modules per side. */
  size: number
  /** The dark modules as an SVG path. */
  path: string
}

/** All signed-in browsers, the current one first. */
export interface SignIns {
  signIns: SignedIn[]
}

export interface SignedIn {
  id: string
  /** The browser, if it could be recognised. */
  browser: string | null
  system: string | null
  /** On the daemon's machine, or elsewhere. */
  place: 'here' | 'elsewhere'
  since: number
  /** Rounded to the hour. */
  usedAt: number
  /** The browser that makes this request. */
  isThis: boolean
  /** A browser elsewhere cannot end sessions on the machine itself. */
  canEnd: boolean
}
