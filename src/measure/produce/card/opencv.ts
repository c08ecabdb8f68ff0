import { createRequire } from 'node:module'

/** The few parts of OpenCV that find markers; its own typings lack them. Every object must be deleted by hand. */
export interface OpenCv {
  Mat: new (rows?: number, columns?: number, type?: number) => Mat
  MatVector: new () => MatVector
  CV_8UC1: number
  DICT_5X5_250: number
  getPredefinedDictionary(name: number): Deletable
  aruco_DetectorParameters: new () => Deletable & Record<string, number | boolean>
  aruco_RefineParameters: new (distance: number, correction: number, anyOrder: boolean) => Deletable
  aruco_ArucoDetector: new (dictionary: Deletable, parameters: Deletable, refine: Deletable) => ArucoDetector
}

export interface Deletable {
  delete(): void
}

export interface Mat extends Deletable {
  rows: number
  data: Uint8Array
  data32S: Int32Array
  data32F: Float32Array
}

export interface MatVector extends Deletable {
  size(): number
  get(index: number): Mat
}

export interface ArucoDetector extends Deletable {
  detectMarkers(image: Mat, corners: MatVector, ids: Mat): void
}

let loading: Promise<{ cv: OpenCv }> | undefined

/** Loaded once a thread. It travels in an object, since the module has a `then` of its own that never settles. */
export function openCv(): Promise<{ cv: OpenCv }> {
  loading ??= new Promise((resolve) => {
    const cv = createRequire(import.meta.url)('@techstark/opencv-js')
    if (cv.Mat) resolve({ cv })
    else cv.onRuntimeInitialized = () => resolve({ cv })
  })
  return loading
}
