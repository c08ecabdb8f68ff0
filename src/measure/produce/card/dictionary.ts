/**
 * The inner 5 x 5 cells of the first 148 markers of ArUco's DICT_5X5_250, as OpenCV prints them: 25 bits each, row by
 * row from the top left, 1 is white.
 */
const CODES = `
  145b2bc 01c06e6 1af0edd 10395f7 1aeb524 1d4082d 0d3d7ec 0e2146b 10d6132 1313fa5 13cee03 1a2dac0 1e62b11 05e7166
  1fcfca8 051e37f 097a758 0bea26f 0f64dc4 1061de8 12dda75 150e440 16b0ca1 0ba12de 19cd023 1a59972 1c3ce8b 0224246
  03b9672 024223b 027376e 0368873 040d0ce 04aaac8 04643ba 07a6fea 0998aac 082d101 09aad1d 0863c72 0ad2825 0a52f9e
  0d849f7 0c309d9 0da7e31 0e9627a 0e9b997 0f94806 0f59125 0f6b7d7 11b58e4 11ad279 11e380b 1169445 12ffb4a 158cb8d
  15987f0 1422fdf 14e1227 156df22 173dbf1 164c93c 17cbb86 1880a87 19147dd 184eb8a 18d85ad 1b2cda9 1babd73 1e9d432
  1e76528 0f5740a 1b11a53 018ce65 02ab219 098e981 0a8061c 141a158 185314c 196d12c 1fad3a2 00922b5 019bce0 00b547c
  002c76f 0132289 012d2a7 00c4b43 0067bc5 00faa0d 01f1f54 038e879 0323b23 02c3647 02da51b 02e9d8d 027c562 03efdf5
  0521ee0 0448efd 0542f81 055f6c9 047e008 04f9bf8 046d558 05ef65e 0692188 06013ad 068bc21 072a5d0 06400e2 06dce3a
  0891409 089d9fd 08a3ee5 08a952a 08c277d 09d0612 08ee533 09f04fb 0b86f1b 0b1faee 0a36ff0 0b275f6 0b53332 0a603e1
  0a798cf 0a6dc02 0b64b5f 0bfab99 0cacc85 0cb8f5e 0cc6ea2 0ce198b 0e12cbb 0f8c701 0f35752 0e47a8c 0e7cb65 1084d18
  113e202 10d5dd3 11447f3 1286ae3 1388a36 12a3f49 12d1b20 12e4d6e
`
  .trim()
  .split(/\s+/)
  .map((code) => Number.parseInt(code, 16))

const INNER = 5

/** Cells along a marker's side, its black border included. */
export const CELLS = INNER + 2

export function isWhiteCell(id: number, row: number, column: number): boolean {
  const isBorder = row === 0 || column === 0 || row === CELLS - 1 || column === CELLS - 1
  const bit = INNER * INNER - 1 - ((row - 1) * INNER + column - 1)
  return !isBorder && ((CODES[id]! >> bit) & 1) === 1
}
