/** Everybody who is let in, the owner first. */
export interface People {
  people: ListedPerson[]
  /** Another account of the owner's is let in only at the machine itself. */
  canAddOwn: boolean
  /** What came of the last request. */
  said?: string
}

export interface ListedPerson {
  id: number
  name: string
  role: 'owner' | 'member' | 'guest'
  addresses: ListedAddress[]
}

export interface ListedAddress {
  channel: string
  id: string
  /** Why it can't be taken out from here; undefined where it can. */
  stays?: string
}

/** A code that lets one person in, once. */
export interface Pairing {
  code: string
  role: 'owner' | 'member'
  expiresAt: number
  /** Opened on a phone it brings the code along; undefined where no channel has such a thing. */
  link?: string
  /** Of the link, or of the code. */
  qr: QrCode
}

export interface QrCode {
  /** Modules on each side. */
  size: number
  /** What is dark, in a box of that size. */
  path: string
}
