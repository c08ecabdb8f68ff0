/** EXIF's eight ways to hold a picture; 5 to 8 lie on their side. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

/** What a header says of the pixels as they are stored, before they are turned upright. */
export interface Stored {
  width: number
  height: number
  orientation: Orientation
}

export type Malformed = 'malformed'
