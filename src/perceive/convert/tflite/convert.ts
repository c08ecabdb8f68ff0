export function tfliteToOnnx(_model: Uint8Array, _names: { input: string; outputs: string[] }): Uint8Array {
  throw new Error('TFLite is not converted yet')
}
