/// Drawing, from the back to the front.
extension FigureLayout {
  /// Draws the whole figure.
  func draw(on canvas: borrowing Canvas) {
    for panel in panels { drawBackground(of: panel, on: canvas) }
    for flag in flags { drawPole(of: flag, on: canvas) }
    drawUnlabelledPoles(on: canvas)
    for track in tracks {
      canvas.strokeHorizontal(y: track.y, from: time.start, to: time.end, Style.grid)
      track.draw(
        on: canvas, labelRight: time.start - Self.trackGap, labelWidth: time.start - Self.trackGap - Style.margin)
    }
    for panel in panels { drawContents(of: panel, on: canvas) }
    drawTimes(on: canvas)
    for flag in flags {
      // Without space on the right, a text may overlap other poles.
      let isCrossed = flags.contains { EventLabels.runsThrough($0.placement, flag.placement) }
      let origin = Point(x: flag.placement.left, y: baseline(of: flag))
      canvas.draw(flag.text, at: origin, Style.label, halo: isCrossed ? .white : nil)
    }
    for line in texts {
      canvas.draw(line.text, at: line.origin, line.style, alignment: line.alignment, isUpward: line.isUpward)
    }
    for row in legend { FigureLegend.draw(row.entries, at: row.origin, on: canvas) }
  }

  private func baseline(of flag: Flag) -> Double {
    flagBaseline - Double(flag.placement.row) * Style.lineHeight
  }

  private func drawBackground(of layout: PanelLayout, on canvas: borrowing Canvas) {
    let plot = layout.plot
    canvas.clipped(to: plot) { canvas in
      for span in figure.spans + layout.panel.spans {
        let start = time.position(of: min(span.start, span.end))
        let end = time.position(of: max(span.start, span.end))
        // At least a pixel wide, so that short spans are visible.
        let area = Rect(x: start, y: plot.y, width: max(1, end - start), height: plot.height)
        // A narrower hatching would consist of dots only.
        let isHatched = span.isHatched && area.width >= 4
        if isHatched { canvas.hatch(area, span.color) } else { canvas.fill(area, span.color) }
      }
      if layout.hasScale { drawBands(of: layout, on: canvas) }
    }
    for tick in timeTicks.values {
      canvas.strokeVertical(x: time.position(of: tick), from: plot.y, to: plot.maxY, Style.grid)
    }
    guard layout.hasScale else { return }
    for (value, label) in zip(layout.ticks.values, layout.ticks.labels) {
      let y = layout.scale.position(of: value)
      canvas.strokeHorizontal(y: y, from: plot.x, to: plot.maxX, value == 0 ? Style.zero : Style.grid)
      canvas.draw(
        label, at: Point(x: plot.x - 7, y: y + Style.halfCapital), Style.tick, alignment: .trailing)
    }
  }

  private func drawBands(of layout: PanelLayout, on canvas: borrowing Canvas) {
    let domain = layout.scale.domain
    for band in layout.panel.bands where band.isShown(over: time.domain) {
      let (start, end) = (time.position(of: band.time.lowerBound), time.position(of: band.time.upperBound))
      let ends = [band.low ?? domain.lowerBound, band.high ?? domain.upperBound].map {
        layout.scale.position(of: max(domain.lowerBound, min(domain.upperBound, $0)))
      }
      // At least a pixel high, so that bands of a single value are visible.
      let height = max(1, abs(ends[0] - ends[1]))
      canvas.fill(Rect(x: start, y: min(ends[0], ends[1]), width: max(1, end - start), height: height), band.color)
    }
  }

  private func drawPole(of flag: Flag, on canvas: borrowing Canvas) {
    guard let bottom = panels.last?.plot.maxY else { return }
    canvas.strokeVertical(x: flag.placement.x, from: baseline(of: flag) - 9, to: bottom, flag.event.style)
  }

  private func drawUnlabelledPoles(on canvas: borrowing Canvas) {
    guard let top = panels.first?.plot.y, let bottom = panels.last?.plot.maxY else { return }
    for event in figure.events where event.label.isEmpty && time.domain.contains(event.time) {
      canvas.strokeVertical(x: time.position(of: event.time), from: top, to: bottom, event.style)
    }
  }

  private func drawContents(of layout: PanelLayout, on canvas: borrowing Canvas) {
    let plot = layout.plot
    if layout.hasScale { drawThresholds(of: layout, on: canvas) }
    canvas.clipped(to: plot) { canvas in
      for (line, stretches) in zip(layout.panel.lines, layout.paths) {
        for stretch in stretches {
          canvas.stroke(stretch, LineStyle(line.color, width: line.width, dashes: line.dashes))
          if line.hasDots { drawDots(stretch, line.color, on: canvas) }
        }
      }
    }
    if layout.isEmpty {
      canvas.draw("no samples", at: Point(x: plot.midX, y: plot.midY), Style.subtitle, alignment: .center, halo: .white)
    }
    for marker in layout.panel.markers { draw(marker, of: layout, on: canvas) }
    drawLegend(of: layout, on: canvas)
    canvas.strokeVertical(x: plot.x, from: plot.y, to: plot.maxY, Style.axis)
    canvas.strokeHorizontal(y: plot.maxY, from: plot.x, to: plot.maxX, Style.axis)
  }

  /// A dot on each sample, if they can be distinguished.
  private func drawDots(_ stretch: [Point], _ color: Color, on canvas: borrowing Canvas) {
    guard let first = stretch.first, let last = stretch.last,
      last.x - first.x >= Style.leastDotStep * Double(stretch.count - 1)
    else { return }
    for point in stretch { canvas.dot(at: point, color) }
  }

  private func drawLegend(of layout: PanelLayout, on canvas: borrowing Canvas) {
    let plot = layout.plot
    let rows = FigureLegend.rows(of: FigureLegend.entries(of: layout.panel), within: plot.width, canvas)
    for (index, entries) in rows.enumerated() {
      let width = FigureLegend.width(of: entries, canvas)
      let baseline = plot.y - 6 - Double(rows.count - 1 - index) * Style.lineHeight
      // Hides the poles behind the legend.
      canvas.fill(Rect(x: plot.maxX - width - 4, y: baseline - 11, width: width + 8, height: 15), .white)
      FigureLegend.draw(entries, at: Point(x: plot.maxX - width, y: baseline), on: canvas)
    }
  }

  private func drawThresholds(of layout: PanelLayout, on canvas: borrowing Canvas) {
    let plot = layout.plot
    let shown = layout.panel.thresholds.filter { layout.scale.domain.contains($0.value) }
    for threshold in shown {
      canvas.strokeHorizontal(
        y: layout.scale.position(of: threshold.value), from: plot.x, to: plot.maxX, Style.threshold(threshold.color))
    }
    let labelled = shown.filter { !$0.label.isEmpty }
    let places = Spreading.apart(
      labelled.map { layout.scale.position(of: $0.value) }, gap: 13, within: plot.y...plot.maxY)
    for (threshold, y) in zip(labelled, places) {
      let text = canvas.shortened(threshold.label, toWidth: Self.widestThreshold, Style.label)
      canvas.draw(text, at: Point(x: plot.maxX + 7, y: y + Style.halfCapital), Style.label)
    }
  }

  private func draw(_ marker: Panel.Marker, of layout: PanelLayout, on canvas: borrowing Canvas) {
    let plot = layout.plot
    let point = Point(x: time.position(of: marker.time), y: layout.scale.position(of: marker.value))
    guard time.domain.contains(marker.time), layout.scale.domain.contains(marker.value) else { return }
    canvas.disc(at: point, radius: 3, fill: marker.color, rim: LineStyle(.white, width: 1))
    guard !marker.label.isEmpty else { return }
    let area = MarkerLabels.place(
      at: point, width: canvas.width(of: marker.label, Style.label), within: plot,
      avoiding: layout.paths.flatMap { $0 }, poles: flags.map(\.placement.x))
    let origin = Point(x: area.x, y: area.midY + Style.halfCapital)
    canvas.draw(marker.label, at: origin, Style.label, halo: .white)
  }

  private func drawTimes(on canvas: borrowing Canvas) {
    guard let bottom = panels.last?.plot.maxY else { return }
    for (value, label) in zip(timeTicks.values, timeTicks.labels) {
      let x = time.position(of: value)
      canvas.strokeVertical(x: x, from: bottom, to: bottom + 4, Style.axis)
      canvas.draw(
        label, at: Point(x: middle(ofTime: label, at: x, canvas), y: bottom + 17), Style.tick, alignment: .center)
    }
  }

  /// The middle of a time's label: at its tick, or as near to it as the picture's edges allow.
  func middle(ofTime label: String, at x: Double, _ ruler: borrowing Canvas) -> Double {
    let half = ruler.width(of: label, Style.tick) / 2 + 2
    return max(half, min(x, width - half))
  }
}
