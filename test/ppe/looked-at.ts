import type { Box } from '../../src/perceive/detect/box.ts'

/** What a person sees who looks at the photograph itself. Nobody in any of them wears a respirator or a coverall. */
export interface Looked {
  photo: string
  box: Box
  eyes: 'seen' | 'lowered' | 'not seen'
  hands: 'bare' | 'not seen' | 'in gloves'
  /** Why the eyes are not seen, or what else is odd. */
  note?: string
}

/** Every labelled person of the COCO folder of 100 pixels and more along the longer side; all others are smaller. */
export const COCO_PEOPLE: Looked[] = [
  {
    photo: '000000025560.jpg',
    box: [190, 29, 353, 224],
    eyes: 'not seen',
    hands: 'not seen',
    note: 'in profile, on a television',
  },
  { photo: '000000085329.jpg', box: [253, 36, 599, 411], eyes: 'seen', hands: 'not seen', note: 'drawn by a computer' },
  {
    photo: '000000087038.jpg',
    box: [345, 173, 418, 359],
    eyes: 'not seen',
    hands: 'bare',
    note: 'a skater in the air, face down',
  },
  {
    photo: '000000143931.jpg',
    box: [450, 155, 537, 295],
    eyes: 'not seen',
    hands: 'not seen',
    note: 'print on a bus, in dim light',
  },
  {
    photo: '000000181666.jpg',
    box: [272, 166, 325, 270],
    eyes: 'not seen',
    hands: 'bare',
    note: 'a face of ten pixels',
  },
  { photo: '000000233771.jpg', box: [462, 408, 570, 601], eyes: 'seen', hands: 'bare', note: 'eyes in shadow' },
  { photo: '000000233771.jpg', box: [542, 360, 616, 509], eyes: 'seen', hands: 'not seen' },
  {
    photo: '000000233771.jpg',
    box: [381, 447, 491, 640],
    eyes: 'not seen',
    hands: 'bare',
    note: 'the face in the dark under an umbrella',
  },
  { photo: '000000233771.jpg', box: [230, 440, 386, 640], eyes: 'not seen', hands: 'not seen', note: 'from behind' },
  { photo: '000000233771.jpg', box: [86, 379, 275, 640], eyes: 'not seen', hands: 'not seen', note: 'from behind' },
  { photo: '000000233771.jpg', box: [541, 408, 638, 640], eyes: 'seen', hands: 'not seen' },
  {
    photo: '000000252219.jpg',
    box: [326, 175, 398, 372],
    eyes: 'not seen',
    hands: 'bare',
    note: 'looks down from under a cap',
  },
  { photo: '000000252219.jpg', box: [10, 167, 132, 394], eyes: 'not seen', hands: 'bare', note: 'in profile' },
  { photo: '000000252219.jpg', box: [510, 171, 634, 387], eyes: 'not seen', hands: 'bare', note: 'in profile' },
]

/** Women at parties, close and well lit: six photographs that come with a package for face detection. */
export const PARTY_PEOPLE: Looked[] = [
  {
    photo: 'sample1.jpg',
    box: [707, 317, 1263, 1247],
    eyes: 'lowered',
    hands: 'in gloves',
    note: 'long white gloves of a costume',
  },
  { photo: 'sample1.jpg', box: [165, 242, 798, 1265], eyes: 'seen', hands: 'not seen' },
  { photo: 'sample1.jpg', box: [1166, 167, 1849, 1278], eyes: 'seen', hands: 'bare' },
  { photo: 'sample2.jpg', box: [20, 52, 909, 1308], eyes: 'lowered', hands: 'bare', note: 'in profile' },
  { photo: 'sample2.jpg', box: [1066, 54, 1899, 1347], eyes: 'lowered', hands: 'bare' },
  { photo: 'sample2.jpg', box: [790, 90, 1250, 1130], eyes: 'lowered', hands: 'bare' },
  { photo: 'sample3.jpg', box: [44, 233, 973, 1323], eyes: 'seen', hands: 'bare', note: 'red and blue light' },
  { photo: 'sample3.jpg', box: [1275, 257, 1898, 1301], eyes: 'seen', hands: 'bare', note: 'red and blue light' },
  { photo: 'sample3.jpg', box: [880, 135, 1400, 1345], eyes: 'seen', hands: 'bare', note: 'red and blue light' },
  { photo: 'sample4.jpg', box: [139, 43, 904, 1415], eyes: 'seen', hands: 'bare' },
  { photo: 'sample4.jpg', box: [1119, 107, 1755, 1427], eyes: 'seen', hands: 'bare' },
  { photo: 'sample4.jpg', box: [950, 110, 1320, 1400], eyes: 'seen', hands: 'bare' },
  { photo: 'sample4.jpg', box: [640, 20, 960, 1420], eyes: 'seen', hands: 'bare' },
  { photo: 'sample5.jpg', box: [950, 264, 1832, 1388], eyes: 'seen', hands: 'bare' },
  { photo: 'sample5.jpg', box: [1074, 167, 1427, 933], eyes: 'seen', hands: 'not seen' },
  { photo: 'sample5.jpg', box: [66, 813, 751, 1396], eyes: 'seen', hands: 'not seen' },
  { photo: 'sample5.jpg', box: [681, 81, 1113, 1229], eyes: 'seen', hands: 'not seen' },
  { photo: 'sample5.jpg', box: [452, 309, 988, 1306], eyes: 'seen', hands: 'not seen' },
  { photo: 'sample6.jpg', box: [136, 315, 848, 1532], eyes: 'seen', hands: 'not seen' },
  { photo: 'sample6.jpg', box: [1298, 170, 1845, 1458], eyes: 'seen', hands: 'bare' },
  { photo: 'sample6.jpg', box: [579, 225, 1041, 1532], eyes: 'seen', hands: 'not seen' },
  { photo: 'sample6.jpg', box: [987, 171, 1523, 1509], eyes: 'seen', hands: 'bare' },
]
